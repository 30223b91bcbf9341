import { useEffect, useState } from "react";
import * as barcodesText from "../generated/messages/barcodes";
import forms from "../ui/forms.module.css";
import { hasFeedback, setFeedback } from "./feedback";

/** Whether scans sound and vibrate on this device. */
export function FeedbackSwitch() {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(hasFeedback()), []);
  return (
    <label className={forms.check}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked);
          setFeedback(target.checked);
        }}
      />
      <span>{barcodesText.sound()}</span>
    </label>
  );
}
