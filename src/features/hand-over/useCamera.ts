/** The camera at the back of the device, while the screen shows it, and the codes that it sees. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { codeReader } from './read-codes.ts'

/** Between two looks. A cheap tablet needs about as long for one. */
const LOOK_EVERY_MS = 150

export type CameraState = 'starting' | 'on' | 'denied' | 'missing'

/** The browser asks the user, so that starting may take long. */
const stateOf = (error: unknown): CameraState =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'missing'

async function opened(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const { mediaDevices } = navigator
  // A page that did not come over HTTPS has no camera.
  if (!('mediaDevices' in navigator)) throw new DOMException('no camera', 'NotFoundError')
  const stream = await mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
}

/** Failures in a row, some three seconds, after which the browser reads no codes of this camera. */
const MOST_FAILURES = 20

/** Looks until the signal ends it. One picture that can't be read, such as while the device turns, is passed over. */
async function lookOn(
  look: () => Promise<readonly string[]>,
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const texts = await look().catch((error: unknown) => {
      failures++
      if (failures === MOST_FAILURES) throw error
      return null
    })
    if (texts !== null) failures = 0
    for (const text of texts ?? []) if (!signal.aborted) onCode(text)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** `onCode` gets the text of each code, also the same again. */
export function useCamera(onCode: (text: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly state: CameraState
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const work = async (element: HTMLVideoElement) => {
      const [read] = await Promise.all([codeReader(), opened(element, signal)])
      if (signal.aborted) return
      setState('on')
      await lookOn(
        () => read(element),
        (text) => latest.current(text),
        signal,
      )
    }
    if (video.current !== null)
      work(video.current).catch((error: unknown) => {
        if (!signal.aborted) setState(stateOf(error))
        // No camera stays on that nobody looks through.
        ending.abort()
      })
    return () => ending.abort()
  }, [])
  return { video, state }
}
