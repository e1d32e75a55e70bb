/** The browser that a scenario needs, in terms of all engines: addresses, scripts, pointer and keys. */

export interface Point {
  readonly x: number
  readonly y: number
}

/** Input in the form of the WebDriver standard, equal in classic and BiDi. */
export type InputSource =
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'mouse' }
      readonly actions: readonly PointerAction[]
    }
type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
type PointerAction =
  | ({ readonly type: 'pointerMove'; readonly duration: number; readonly origin: 'viewport' } & Point)
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }

/** Commands to one browser run one after the other. */
export interface Tab {
  /** Resolves when the page is loaded. */
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  /** Calls a function in the page. It takes a text and returns a promise of a text. */
  call(declaration: string, argument: string): Promise<string>
  perform(source: InputSource): Promise<void>
  /** Lines that the page wrote to its console, as far as the engine reports them. */
  said(): Promise<readonly string[]>
  close(): Promise<void>
}

/** One running browser with a new profile. */
export interface Browser {
  openTab(): Promise<Tab>
  /** Output of the browser itself, or of its driver. */
  readonly said: readonly string[]
  close(): Promise<void>
}

/** Calls the function in the page. It sees only its arguments, which are JSON, and so is its result. */
export async function inPage<Args extends readonly unknown[], Answer>(
  tab: Tab,
  act: (...args: Args) => Answer | Promise<Answer>,
  ...args: Args
): Promise<Answer> {
  const declaration = `async (json) => JSON.stringify((await (${act.toString()})(...JSON.parse(json))) ?? null)`
  return JSON.parse(await tab.call(declaration, JSON.stringify(args)))
}

const KEYS = { Control: '\uE009', Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', Delete: '\uE017' }
export type Key = keyof typeof KEYS

const keyboard = (actions: readonly KeyAction[]): InputSource => ({ type: 'key', id: 'keyboard', actions })

const press = (value: string): KeyAction[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

export const pressing = (key: Key): InputSource => keyboard(press(KEYS[key]))

export const typing = (text: string): InputSource => keyboard(Array.from(text).flatMap(press))

/** Selects all text of the focused field. */
export const selectingAll = (): InputSource =>
  keyboard([{ type: 'keyDown', value: KEYS.Control }, ...press('a'), { type: 'keyUp', value: KEYS.Control }])

export const clicking = (at: Point): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', duration: 0, origin: 'viewport', ...at },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})
