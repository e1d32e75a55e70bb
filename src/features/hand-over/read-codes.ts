/** Finds codes in pictures: by the browser where it can, else by a library that is loaded only then. */
import type { BarcodeDetector } from 'qr/decode.js'

declare global {
  interface Window {
    readonly BarcodeDetector?: typeof BarcodeDetector
  }
}

const FORMAT = 'qr_code'

/** Returns the texts of the codes in the picture. Rejects for a picture that the browser can't read. */
export type ReadCodes = (picture: HTMLVideoElement | ImageBitmap) => Promise<readonly string[]>

export async function codeReader(): Promise<ReadCodes> {
  const Detector = (await nativeDetector()) ?? (await import('qr/decode.js')).BarcodeDetector
  const detector = new Detector({ formats: [FORMAT] })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

/** Some browsers have the class and read no code of this kind. */
async function nativeDetector(): Promise<typeof BarcodeDetector | null> {
  const native = window.BarcodeDetector
  if (native === undefined) return null
  return (await native.getSupportedFormats()).includes(FORMAT) ? native : null
}
