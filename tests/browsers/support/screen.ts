/** One tab as a person uses it: by roles, names and texts, with pointer and keyboard. */
import { expect } from '@playwright/test'
import { clicking, inPage, type Key, pressing, selectingAll, type Tab, typing } from './browser.ts'
import { look, type Role, type Sight, type Wanted } from './look.ts'

/** An element: its whole name as text, or a pattern in it. */
export interface Thing {
  readonly role: Role
  readonly name: string | RegExp
  readonly within?: Thing
}

const whole = (words: string) => `^${words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`

const wanted = ({ role, name, within }: Thing): Wanted => ({
  role,
  name: typeof name === 'string' ? whole(name) : name.source,
  within: within === undefined ? null : wanted(within),
})

const words = ({ role, name, within }: Thing): string =>
  `${role} ${name}${within === undefined ? '' : ` in ${words(within)}`}`

export class Screen {
  readonly tab: Tab
  constructor(tab: Tab) {
    this.tab = tab
  }

  /** Repeats until `ask` succeeds. A page that is being left returns nothing, and is asked again. */
  async until<Value>(ask: () => Promise<Value>): Promise<Value> {
    const { promise, resolve } = Promise.withResolvers<Value>()
    await expect(async () => resolve(await ask())).toPass({ intervals: [50, 100, 250] })
    return promise
  }

  look(thing: Thing): Promise<Sight> {
    return inPage(this.tab, look, wanted(thing), 'look' as const)
  }

  text(): Promise<string> {
    return inPage(this.tab, () => document.body.innerText)
  }

  async count(thing: Thing): Promise<number> {
    return (await this.look(thing)).count
  }

  sees(thing: Thing): Promise<Sight> {
    return this.until(async () => {
      const sight = await this.look(thing)
      expect(sight.count, words(thing)).toBeGreaterThan(0)
      return sight
    })
  }

  misses(thing: Thing): Promise<void> {
    return this.until(async () => expect(await this.count(thing), `no ${words(thing)}`).toBe(0))
  }

  reads(pattern: RegExp): Promise<void> {
    return this.until(async () => expect(await this.text()).toMatch(pattern))
  }

  /** Throws unless there is exactly one, within reach of a pointer. */
  async click(thing: Thing): Promise<void> {
    const at = await this.until(async () => {
      const sight = await inPage(this.tab, look, wanted(thing), 'reach' as const)
      expect(sight, words(thing)).toMatchObject({ count: 1, enabled: true })
      if (sight.at === null) throw new Error(`${words(thing)} moves or is covered`)
      return sight.at
    })
    await this.tab.perform(clicking(at))
  }

  press(key: Key): Promise<void> {
    return this.tab.perform(pressing(key))
  }

  /** Replaces the content of the field. */
  async fill(label: string | RegExp, text: string, within?: Thing): Promise<void> {
    const field: Thing = { role: 'field', name: label, ...(within === undefined ? {} : { within }) }
    const { type } = await this.sees(field)
    if (['date', 'time', 'datetime-local'].includes(type)) {
      await inPage(this.tab, look, wanted(field), { set: text })
      return
    }
    await this.click(field)
    await this.tab.perform(selectingAll())
    await this.tab.perform(typing(text))
  }

  /** Chooses in a row of choices or in a list. */
  async choose(label: string, option: string, within?: Thing): Promise<void> {
    const place = { name: label, ...(within === undefined ? {} : { within }) }
    const row: Thing = { role: 'radiogroup', ...place }
    const list: Thing = { role: 'combobox', ...place }
    const rows = await this.until(async () => {
      const found = await this.count(row)
      expect(found + (await this.count(list)), label).toBeGreaterThan(0)
      return found
    })
    if (rows > 0) return this.click({ role: 'radio', name: option, within: row })
    await this.click(list)
    await this.click({ role: 'option', name: option })
    await this.misses({ role: 'option', name: option })
  }
}
