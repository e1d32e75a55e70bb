/** A moving picture of screenshots. */
import gifenc from 'gifenc'
import { PNG } from 'pngjs'

export interface Frame {
  readonly png: Buffer
  /** How long it is shown. */
  readonly ms: number
}

const COLOURS = 256

/** Returns a GIF that repeats. All frames have one size. */
export function moving(frames: readonly Frame[]): Uint8Array {
  const gif = gifenc.GIFEncoder()
  for (const { png, ms } of frames) {
    const { data, width, height } = PNG.sync.read(png)
    const palette = gifenc.quantize(data, COLOURS)
    gif.writeFrame(gifenc.applyPalette(data, palette), width, height, { palette, delay: ms })
  }
  gif.finish()
  return gif.bytes()
}
