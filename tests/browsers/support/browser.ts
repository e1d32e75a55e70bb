/** What a scenario needs of a browser, in the terms that all engines share: addresses, scripts, pointer and keys. */

export interface Point {
  readonly x: number
  readonly y: number
}

/** Input as the WebDriver standard writes it down, in its classic and in its BiDi form alike. */
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

/** Commands to one browser are given one after the other. */
export interface Tab {
  /** Resolves when the page is loaded. */
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  /** Calls a function of one text that answers a promise of another, in the page. */
  call(declaration: string, argument: string): Promise<string>
  perform(source: InputSource): Promise<void>
  /** What the page wrote to its console, as far as the engine tells. */
  said(): Promise<readonly string[]>
  close(): Promise<void>
}

/** One running browser that has never been used before. */
export interface Browser {
  openTab(): Promise<Tab>
  /** What the browser itself, or its driver, said. */
  readonly said: readonly string[]
  close(): Promise<void>
}

/** Calls the function in the page. It knows only its arguments, which are JSON, and so is its answer. */
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

/** Everything in the field that has the focus. */
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
