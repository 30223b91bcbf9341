const SETTING = "barcode-feedback";

/** Whether scans sound and vibrate on this device. Off until it is chosen. */
export function hasFeedback(): boolean {
  try {
    return localStorage.getItem(SETTING) === "1";
  } catch {
    return false;
  }
}

export function setFeedback(isOn: boolean): void {
  try {
    localStorage.setItem(SETTING, isOn ? "1" : "0");
  } catch {
    // A browser without storage forgets the choice.
  }
}

/** A short high tone for success, a long low one for an error; phones vibrate as well. */
export function giveFeedback(isError: boolean): void {
  if (!hasFeedback()) return;
  navigator.vibrate?.(isError ? [120, 60, 120] : 40);
  if (!("AudioContext" in window)) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  tone.frequency.value = isError ? 220 : 880;
  tone.connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (isError ? 0.3 : 0.08));
  tone.onended = () => void audio.close();
}
