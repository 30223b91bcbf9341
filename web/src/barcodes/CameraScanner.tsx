import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as barcodesText from "../generated/messages/barcodes";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import styles from "./CameraScanner.module.css";

export type CameraProps = { onCode: (code: string) => void; onStop: () => void };

type Detector = { detect: (source: HTMLVideoElement) => Promise<Array<{ rawValue: string }>> };
type DetectorClass = new (options: { formats: Array<string> }) => Detector;

const FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e", "code_128", "code_39", "qr_code"];
/** Time between two looks at the picture. */
const LOOK_EVERY = 250;
/** The same code counts again after it was away, or after this long. */
const SAME_CODE = 2500;

/** Reads codes from the camera with the browser's own detector. */
export function CameraScanner({ onCode, onStop }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<string | null>(null);
  const found = useEffectEvent(onCode);

  useEffect(() => {
    const { BarcodeDetector } = window as unknown as { BarcodeDetector: DetectorClass };
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    let last = { code: "", at: 0 };

    const look = async (detector: Detector) => {
      const picture = video.current;
      if (isOver || !picture) return;
      const codes = picture.readyState >= 2 ? await detector.detect(picture).catch(() => []) : [];
      const code = codes[0]?.rawValue ?? "";
      if (isOver) return;
      const isNew = code !== last.code || Date.now() - last.at > SAME_CODE;
      if (code !== "" && isNew) {
        last = { code, at: Date.now() };
        found(code);
      }
      timer = setTimeout(() => void look(detector), LOOK_EVERY);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      const picture = video.current;
      if (isOver || !picture) return stop();
      picture.srcObject = stream;
      await picture.play();
      await look(new BarcodeDetector({ formats: FORMATS }));
    };
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };

    start().catch((failure: unknown) => {
      const isRefused = failure instanceof DOMException && failure.name === "NotAllowedError";
      setError(isRefused ? barcodesText.cameraRefused() : barcodesText.cameraMissing());
      stop();
    });
    return stop;
  }, []);

  return (
    <div className={styles.camera}>
      {error ? (
        <Notice kind="warning">{error}</Notice>
      ) : (
        <video ref={video} muted playsInline aria-label={barcodesText.cameraView()} />
      )}
      <button type="button" className={controls.btn} onClick={onStop}>
        {barcodesText.cameraStop()}
      </button>
    </div>
  );
}
