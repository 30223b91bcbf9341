import { act } from "@testing-library/react";
import { vi } from "vitest";

/** An upload that waits for the test's answer. */
export class FakeUpload {
  static all: Array<FakeUpload> = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 200;
  responseText = "";
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  isAborted = false;
  body: FormData | null = null;
  key = "";
  open = () => {};
  setRequestHeader = (_: string, value: string) => {
    this.key = value;
  };
  abort = () => {
    this.isAborted = true;
    this.onabort();
  };
  send = (body: FormData) => {
    this.body = body;
    FakeUpload.all.push(this);
  };
  progress = (percent: number) => act(async () => this.upload.onprogress?.({ loaded: percent, total: 100 }));
  answer = (body: unknown) =>
    act(async () => {
      this.responseText = JSON.stringify(body);
      this.onload();
    });
}

/** Replaces the browser's uploads and previews. */
export function fakeUploads(): Array<FakeUpload> {
  FakeUpload.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:preview");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  return FakeUpload.all;
}

export const picture = (name = "IMG_1.jpg", bytes = 1000, type = "image/jpeg") => {
  const file = new File(["x"], name, { type });
  Object.defineProperty(file, "size", { value: bytes });
  return file;
};
