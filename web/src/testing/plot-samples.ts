import type { PlotView } from "../generated/edge";

const heights = [0, 20, 60, 100, 40, 0, 10];

export const visitsPlot: PlotView = {
  title: "الزيارات في آخر 30 يومًا",
  total: "المجموع: 46",
  interval: "اليوم",
  measure: "الزيارات",
  bars: heights.map((height, day) => ({
    label: `${day + 10} نوفمبر 2026`,
    text: String(height / 5),
    height,
  })),
};

export const earningsPlot: PlotView = {
  ...visitsPlot,
  title: "العمولات في آخر 12 شهرًا",
  total: "المجموع: 84.50\u00a0$",
  interval: "الشهر",
  measure: "العمولات",
};
