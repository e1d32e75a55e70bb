/** The tab that a screen opens for another system: a frame of this page, so that its address can be read. */
import { onTestFinished, vi } from 'vitest'

export interface OpenedTab {
  readonly address: () => string | undefined
  /** Whether the tab was told to forget its opener. */
  readonly hasForgotten: () => boolean
}

export function catchOpenedTab(): OpenedTab {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  let hasForgotten = false
  const tab = frame.contentWindow
  if (tab === null) throw new Error('the frame has no window')
  Object.defineProperty(tab, 'opener', {
    configurable: true,
    set: (value: unknown) => {
      hasForgotten = value === null
    },
  })
  const open = vi.spyOn(window, 'open').mockImplementation(() => tab)
  onTestFinished(() => {
    open.mockRestore()
    frame.remove()
  })
  return { address: () => frame.contentWindow?.location.href, hasForgotten: () => hasForgotten }
}
