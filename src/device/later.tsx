/** Parts of a screen whose code waits for the first painting: dialogs and forms that nobody has opened yet. */
import {
  type ComponentType,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { afterFirstPainting, firstScreenShown } from '../workers/first-screen.ts'
import { arrival } from './arrival.ts'

const Nothing = () => null

interface Arriving<Props> {
  readonly subscribe: (listener: () => void) => () => void
  /** null until it has come. */
  readonly present: () => ComponentType<Props> | null
  /** Asks for it now. Later calls do nothing. */
  readonly begin: () => void
}

/** Asks for the component's code once `due` resolves, or when `begin` is called. */
function arriving<Props>(
  load: () => Promise<ComponentType<Props>>,
  due: Promise<void> = firstScreenShown(),
): Arriving<Props> {
  let loaded: ComponentType<Props> | null = null
  let begun = false
  const listeners = new Set<() => void>()
  const begin = () => {
    if (begun) return
    begun = true
    void arrival(load).then((component) => {
      loaded = component
      for (const listener of listeners) listener()
    })
  }
  void due.then(begin)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return { subscribe, present: () => loaded, begin }
}

/**
 * Returns a component whose code loads after the first painting, before a person's first tap. `Waiting` stands for it
 * until then, and for code that does not come: arrival.ts.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
): (props: Props) => ReactNode {
  return waited(arriving(load), Waiting)
}

/** `later` for what the first tap opens: its code comes before the store's, and imports none of it. */
export function laterFirst<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  return waited(arriving(load, afterFirstPainting()), Nothing)
}

function waited<Props extends object>(
  { subscribe, present }: Arriving<Props>,
  Waiting: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function Later(props) {
    const Shown = useSyncExternalStore(subscribe, present) ?? Waiting
    return <Shown {...props} />
  }
}

/** What a button knows that opens something whose code is still to come. */
export interface Early {
  /** The button was clicked just before the code came. */
  readonly beginsOpened: boolean
  readonly onEarlyClick: () => void
}

/** A person who clicked has turned to something else after so many ms: nothing opens by itself then. */
const PATIENCE_MS = 2000

/** The place has no box of its own: its button stands in the row of its parent. */
const PLACE = { display: 'contents' } as const

/** `later` for what a button opens. `Button` stands for it until then, and a click on it opens it when it comes. */
export function laterOpened<Props extends object>(
  load: () => Promise<ComponentType<Props & Early>>,
  Button: ComponentType<Props & Early>,
): (props: Props) => ReactNode {
  const { subscribe, present, begin } = arriving(load)
  return function LaterOpened(props) {
    const loaded = useSyncExternalStore(subscribe, present)
    const [wanted, setWanted] = useState(false)
    const place = useRef<HTMLSpanElement>(null)
    /** The button that is replaced has it. React tells of no blur while it replaces. */
    const hasFocus = useRef(false)
    useLayoutEffect(() => {
      if (loaded !== null && hasFocus.current) place.current?.querySelector('button')?.focus()
    }, [loaded])
    const Opened = loaded ?? Button
    const click = () => {
      setWanted(true)
      setTimeout(() => setWanted(false), PATIENCE_MS)
      begin()
    }
    return (
      <span
        ref={place}
        style={PLACE}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={() => {
          hasFocus.current = false
        }}
      >
        <Opened {...props} beginsOpened={wanted} onEarlyClick={click} />
      </span>
    )
  }
}
