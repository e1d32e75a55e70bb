/** Personal data in the forms in which Brazilians write them. docs/rules.md#assistant */
import { expect, test } from 'vitest'
import { Marks } from '../../../server/assistant/marks.ts'
import { HARMLESS, NOTES } from './notes.ts'

const SECRET = /«([^|»]+)\|(\w+)»/g

test('there are two hundred notes', () => {
  expect(NOTES.length + HARMLESS.length).toBeGreaterThanOrEqual(200)
})

test.each(NOTES)('%s', (note) => {
  const marks = new Marks()
  const text = note.replaceAll(SECRET, '$1')
  const sent = marks.mask(text)
  expect(sent.replaceAll(/_\d+\]/g, ']')).toBe(note.replaceAll(SECRET, '[$2]'))
  expect(marks.restore(sent)).toBe(text)
})

test.each(HARMLESS)('has nothing to hide: %s', (note) => {
  expect(new Marks().mask(note)).toBe(note)
})
