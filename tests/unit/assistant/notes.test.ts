/** Personal data in the forms in which Brazilians write them. docs/rules.md#assistant */
import { expect, test } from 'vitest'
import { Placeholders } from '../../../server/assistant/placeholders.ts'
import { HARMLESS, NOTES } from './notes.ts'

const SECRET = /«([^|»]+)\|(\w+)»/g

test('there are two hundred notes', () => {
  expect(NOTES.length + HARMLESS.length).toBeGreaterThanOrEqual(200)
})

test.each(NOTES)('%s', (note) => {
  const placeholders = new Placeholders()
  const text = note.replaceAll(SECRET, '$1')
  const sent = placeholders.mask(text)
  expect(sent.replaceAll(/_\d+\]/g, ']')).toBe(note.replaceAll(SECRET, '[$2]'))
  expect(placeholders.restore(sent)).toBe(text)
})

test.each(HARMLESS)('has nothing to hide: %s', (note) => {
  expect(new Placeholders().mask(note)).toBe(note)
})
