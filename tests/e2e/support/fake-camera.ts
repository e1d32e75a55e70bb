/** A camera that sees what a test holds before it: Chromium reads its pictures from a file. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { removeFolder } from '../../support/remove-folder.ts'

/** Chromium shows the file's pictures in turn, thirty a second, and begins again at its end. */
const PICTURES = 30

export interface FakeCamera {
  /** Of the browser that has the camera. */
  readonly flags: readonly string[]
  /** Holds the screen of another device before the camera, as it is now. A camera that is on goes on seeing what it saw. */
  holdBefore(screen: Page): Promise<void>
  dispose(): Promise<void>
}

/** The user lets the page use it. */
export async function aFakeCamera(): Promise<FakeCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'farol-camera-'))
  const file = join(folder, 'seen.mjpeg')
  return {
    flags: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    holdBefore: async (screen) => {
      const picture = await screen.screenshot({ type: 'jpeg', quality: 90 })
      await writeFile(file, Buffer.concat(Array.from({ length: PICTURES }, () => picture)))
    },
    dispose: () => removeFolder(folder),
  }
}
