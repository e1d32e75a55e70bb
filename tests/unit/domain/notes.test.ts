/** Quick notes: docs/rules.md#quick-notes. */
import { expect, test } from 'vitest'
import { lastNote, notesProblem, typedWithNotes, withNote } from '../../../src/domain/lead/notes.ts'
import { aLead, aUser, iso, ROLES } from './fixtures.ts'

const ana = { text: 'Prefere a tarde', who: 'Ana Lima', at: iso('2026-11-18T10:42:00') }
const ENTRY = '[Ana Lima, 18/11/2026 10:42]\nPrefere a tarde'

test('a note is below what is there, under its author and time, and nothing of it changes', () => {
  expect(withNote('', ana)).toBe(ENTRY)
  expect(withNote('Quer desconto.\n\nLigar cedo', ana)).toBe(`Quer desconto.\n\nLigar cedo\n\n${ENTRY}`)
})

test('a row that has the note already does not get it twice; another minute or another author is another note', () => {
  const once = withNote('Antes', ana)
  expect(withNote(once, ana)).toBe(once)
  const later = withNote(once, { ...ana, text: 'Depois', at: iso('2026-11-18T10:43:00') })
  expect(withNote(later, ana)).toBe(later)
  expect(withNote(once, { ...ana, who: 'Davi' })).toBe(`${once}\n\n[Davi, 18/11/2026 10:42]\nPrefere a tarde`)
  // Words that another note only contains are none of its own.
  expect(withNote(`${ENTRY} e liga à noite`, ana)).toBe(`${ENTRY} e liga à noite\n\n${ENTRY}`)
})

test('typed text keeps the notes that were added meanwhile; any other change is not joined', () => {
  const before = 'Antes'
  const fresh = withNote(before, ana)
  expect(typedWithNotes('Antes, e digitado', before, fresh)).toBe(`Antes, e digitado\n\n${ENTRY}`)
  expect(typedWithNotes(fresh, before, fresh)).toBe(fresh)
  expect(typedWithNotes('Digitado', '', withNote('', ana))).toBe(`Digitado\n\n${ENTRY}`)
  expect(typedWithNotes('Digitado', before, 'Outra coisa')).toBeNull()
  expect(typedWithNotes('Digitado', before, before)).toBeNull()
})

test.each([
  ['', null],
  ['   ', null],
  ['Ligar cedo', { text: 'Ligar cedo', by: null }],
  ['Um\n\nDois', { text: 'Dois', by: null }],
  [withNote('Um', ana), { text: 'Prefere a tarde', by: 'Ana Lima, 18/11/2026 10:42' }],
  [
    withNote('Um', { ...ana, text: 'Linha\n\nOutra' }),
    { text: 'Linha\nOutra', by: 'Ana Lima, 18/11/2026 10:42' },
  ],
])('the last note of %j', (text, last) => {
  expect(lastNote(text)).toEqual(last)
})

test('the own broker and management may note, at any time; others may not', () => {
  const own = aLead({ state: 2, status: 3, broker_id: 10 })
  const may = (lead: typeof own) => ROLES.filter((role) => notesProblem(lead, aUser(role)) === null)
  expect(may(own)).toEqual([1, 2, 3])
  expect(may({ ...own, state: 3, status: 6 })).toEqual([1, 2, 3])
  expect(may({ ...own, broker_id: 11 })).toEqual([1, 2])
  expect(may({ ...own, state: 1, status: 1, broker_id: null })).toEqual([1, 2])
})
