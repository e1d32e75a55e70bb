/** Parts of a screen whose code waits for the first painting: dialogs and forms that nobody has opened yet. */
import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react'
import { firstScreenShown } from '../workers/first-screen.ts'

/** Without a network, code that no service worker has kept yet is asked for again after so many ms. */
const AGAIN_MS = 5000

const Nothing = () => null

/**
 * Returns a component whose code loads after the first painting, before a person's first tap. `Waiting` stands for it
 * until then. It never throws for code that did not come: it goes on asking.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | null = null
  const listeners = new Set<() => void>()
  const begin = (): Promise<void> =>
    load().then(
      (component) => {
        loaded = component
        for (const listener of listeners) listener()
      },
      () => {
        setTimeout(() => void begin(), AGAIN_MS)
      },
    )
  void firstScreenShown().then(begin)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return function Later(props) {
    const Shown = useSyncExternalStore(subscribe, () => loaded) ?? Waiting
    return <Shown {...props} />
  }
}

/** What a button knows that opens something whose code is still to come. */
export interface Early {
  /** The button was clicked before the code had come. */
  readonly beginsOpened: boolean
  readonly onEarlyClick: () => void
}

/** `later` for what a button opens. `Button` stands for it until then, and a click on it opens it when it comes. */
export function laterOpened<Props extends object>(
  load: () => Promise<ComponentType<Props & Early>>,
  Button: ComponentType<Props & Early>,
): (props: Props) => ReactNode {
  const Opened = later(load, Button)
  return function LaterOpened(props) {
    const [wanted, setWanted] = useState(false)
    return <Opened {...props} beginsOpened={wanted} onEarlyClick={() => setWanted(true)} />
  }
}
