/** A row's button shows its tip on a card: the name that a screen reader says contains it (WCAG 2.5.3). */
import { expect, test } from 'vitest'
import { elements } from './support/screens.ts'

const written = (props: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|\\{\`([^\`]*)\`\\})`).exec(props)?.slice(1).join('')

test("each row action's name contains the words that a card shows", () => {
  const both = elements('RowAction')
    .map(({ props }) => ({ label: written(props, 'label'), tip: written(props, 'tip') }))
    .filter(({ label, tip }) => label !== undefined && tip !== undefined)
  expect(both.length).toBeGreaterThan(15)
  expect(both.filter(({ label = '', tip = '' }) => !label.includes(tip))).toEqual([])
})
