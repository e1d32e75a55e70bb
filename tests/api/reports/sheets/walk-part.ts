/** Reads a part of a sheet's file as a stream of elements, and checks each by the rules of its schema. */
import { SaxesParser } from 'saxes'
import type { ElementRule } from './part-rules.ts'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

export interface Part {
  readonly about: string
  readonly namespace: string
  readonly root: string
  readonly rules: Readonly<Record<string, ElementRule>>
}

interface Open extends Element {
  readonly rule: ElementRule
  children: number
  /** Place of the last child in the schema's order. */
  reached: number
}

const isNamespace = (name: string) => name === 'xmlns' || name.startsWith('xmlns:')

function checkAttributes(about: string, { name, attributes, rule }: Open): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    const pattern = rule.attributes?.[attribute]
    if (pattern === undefined) throw new Error(`${about}: <${name}> has no attribute ${attribute}`)
    if (!pattern.test(value)) throw new Error(`${about}: <${name} ${attribute}="${value}">`)
  }
  for (const attribute of rule.required ?? [])
    if (!(attribute in attributes)) throw new Error(`${about}: <${name}> without ${attribute}`)
}

function checkPlace(about: string, parent: Open, name: string): void {
  const place = parent.rule.children?.indexOf(name) ?? -1
  if (place < 0) throw new Error(`${about}: <${name}> in <${parent.name}>`)
  if (parent.rule.isChoice !== true && place < parent.reached)
    throw new Error(`${about}: <${name}> too late in <${parent.name}>`)
  parent.reached = place
  parent.children += 1
}

function checkEnd(about: string, { name, attributes, rule, children, text }: Open): void {
  if (rule.counts === true && attributes.count !== undefined && Number(attributes.count) !== children)
    throw new Error(`${about}: <${name} count="${attributes.count}"> has ${children}`)
  const isText = rule.text?.test(text) ?? text.trim() === ''
  if (!isText) throw new Error(`${about}: <${name}> with the text '${text}'`)
}

/** Calls `visit` at the end of each element, with its text and its ancestors. Returns what takes the part's XML. */
export function partWalker(
  { about, namespace, root, rules }: Part,
  visit: (element: Element, ancestors: readonly Element[]) => void,
): { readonly write: (xml: string) => void; readonly end: () => void } {
  const parser = new SaxesParser({ xmlns: true })
  const open: Open[] = []
  parser.on('error', (error) => {
    throw new Error(`${about}: ${error.message}`)
  })
  parser.on('opentag', ({ local, uri, attributes: given }) => {
    if (uri !== namespace) throw new Error(`${about}: <${local}> of ${uri}`)
    const rule = rules[local]
    if (rule === undefined) throw new Error(`${about}: no rule for <${local}>`)
    const attributes = Object.fromEntries(
      Object.values(given).flatMap(({ name, value }) => (isNamespace(name) ? [] : [[name, value]])),
    )
    const parent = open.at(-1)
    if (parent !== undefined) checkPlace(about, parent, local)
    else if (local !== root) throw new Error(`${about}: the root is <${local}>`)
    const element = { name: local, attributes, text: '', rule, children: 0, reached: 0 }
    checkAttributes(about, element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element === undefined) return
    checkEnd(about, element)
    visit(element, open)
  })
  return {
    write: (xml) => {
      parser.write(xml)
    },
    end: () => {
      parser.close()
    },
  }
}
