/** Listeners that tests and their kit add to the window and the document. Those of the app are the app's. */

type Add = Parameters<EventTarget['addEventListener']>

interface Heard {
  readonly target: EventTarget
  readonly type: string
  readonly listener: Add[1]
  readonly isCapture: boolean
  /** File and line that added it. */
  readonly by: string
}

/** An address of a test or its kit, without the server's. */
const OF_TESTS = /\/(tests\/[^\s?]+)[^\s:]*(:\d+)/

let heard: Heard[] = []

const captures = (options: Add[2]) =>
  typeof options === 'object' ? options.capture === true : options === true

/** Returns the place in tests that has called, or null if the app has. */
function caller(): string | null {
  const frames = new Error().stack?.split('\n').slice(1) ?? []
  const [, file, line] = OF_TESTS.exec(frames.find((frame) => !frame.includes('left-listeners')) ?? '') ?? []
  return file === undefined ? null : `${file}${line ?? ''}`
}

function watch(target: EventTarget): void {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  const forget = (type: string, listener: Add[1], isCapture: boolean) => {
    heard = heard.filter(
      (one) =>
        one.target !== target ||
        one.type !== type ||
        one.listener !== listener ||
        one.isCapture !== isCapture,
    )
  }
  target.addEventListener = (type, listener, options) => {
    const by = caller()
    if (by !== null) {
      const isCapture = captures(options)
      heard.push({ target, type, listener, isCapture, by })
      const given: AddEventListenerOptions = typeof options === 'object' ? options : {}
      const end = () => forget(type, listener, isCapture)
      given.signal?.addEventListener('abort', end)
      if (given.once === true) add(type, end, given)
    }
    add(type, listener, options)
  }
  target.removeEventListener = (type, listener, options) => {
    forget(type, listener, captures(options))
    remove(type, listener, options)
  }
}

watch(window)
watch(document)

/** Takes away the listeners that are left. Returns each with the place that added it. */
export function dropListeners(): string[] {
  const left = heard
  for (const { target, type, listener, isCapture } of left)
    target.removeEventListener(type, listener, isCapture)
  heard = []
  return left.map(({ type, by }) => `a listener of '${type}' (${by})`)
}
