/** A camera that sees what a test holds before it. */
import { encode } from 'uqr'
import { onTestFinished, vi } from 'vitest'

const WIDTH = 1280
const HEIGHT = 720
const FRAMES_A_SECOND = 10

export function drawn(text: string, canvas: HTMLCanvasElement): void {
  const ground = canvas.getContext('2d')
  if (ground === null) throw new Error('the browser draws nothing')
  ground.fillStyle = '#fff'
  ground.fillRect(0, 0, canvas.width, canvas.height)
  if (text === '') return
  const { data, size } = encode(text, { border: 4, ecc: 'L' })
  const scale = Math.floor(canvas.height / size)
  ground.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) ground.fillRect(x * scale, y * scale, scale, scale)
}

/** Returns a function that holds a code before the camera. */
export function aCamera(): (text: string) => void {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  let text = ''
  drawn(text, canvas)
  // A stream has frames only while something is drawn.
  const timer = setInterval(() => drawn(text, canvas), 1000 / FRAMES_A_SECOND)
  const camera = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockImplementation(async () => canvas.captureStream(FRAMES_A_SECOND))
  onTestFinished(() => {
    clearInterval(timer)
    camera.mockRestore()
  })
  return (held) => {
    text = held
  }
}

/** The browser has a camera, and the user does not let the page use it. */
export function noCamera(name: 'NotAllowedError' | 'NotFoundError'): void {
  const camera = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValue(new DOMException('no camera', name))
  onTestFinished(() => camera.mockRestore())
}
