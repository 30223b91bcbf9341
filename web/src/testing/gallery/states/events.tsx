import { EventsPage } from "../../../events/EventsPage";
import { eventsPage } from "../../attribution-samples";
import type { States } from "../states";

export const states = {
  EventsPage: {
    default: <EventsPage {...eventsPage} />,
    "no administrator": (
      <EventsPage
        {...eventsPage}
        canChange={false}
        endpoints={eventsPage.endpoints.map((endpoint) => ({ ...endpoint, secret: null }))}
      />
    ),
    "a refused address": (
      <EventsPage
        {...eventsPage}
        url="http://hooks.example/"
        error="اكتب عنوانًا عامًا يبدأ بـ ‎https://‎ دون رقم منفذ أو اسم مستخدم."
      />
    ),
    empty: <EventsPage {...eventsPage} endpoints={[]} deliveries={[]} />,
  },
} satisfies States;
