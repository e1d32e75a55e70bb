/** Parts of a screen whose code loads after the first painting: dialogs and forms that are not open yet. */
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { afterFirstPainting, firstScreenShown } from './first-screen.ts'
import { importWithRetry } from './import-with-retry.ts'
import { useArrival } from './useArrival.ts'

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
    void importWithRetry(load).then((component) => {
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
 * Returns a component whose code loads after the first painting, before a person's first tap. `Waiting` is shown
 * until then, and for code that does not come: import-with-retry.ts.
 */
export function lazyAfterPaint<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
): (props: Props) => ReactNode {
  return waited(arriving(load), Waiting)
}

/** `lazyAfterPaint` for what the first tap opens: its code comes before the store's, and imports none of it. */
export function lazyAfterFirstPaint<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  return waited(arriving(load, afterFirstPainting()), Nothing)
}

function waited<Props extends object>(
  { subscribe, present }: Arriving<Props>,
  Waiting: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function LazyAfterPaint(props) {
    const Shown = useArrival(subscribe, present) ?? Waiting
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

/** The place has no box of its own: its button is in the row of its parent. */
const PLACE = { display: 'contents' } as const

/** `lazyAfterPaint` for what a button opens. `Button` is shown until then, and a click on it opens it once it is loaded. */
export function lazyOpened<Props extends object>(
  load: () => Promise<ComponentType<Props & Early>>,
  Button: ComponentType<Props & Early>,
): (props: Props) => ReactNode {
  const { subscribe, present, begin } = arriving(load)
  return function LazyOpened(props) {
    const [wanted, setWanted] = useState(false)
    const loaded = useArrival(subscribe, present, wanted)
    const place = useRef<HTMLSpanElement>(null)
    /** Whether the button had the focus when it was replaced. React reports no blur then. */
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
