/** A settings field between the keyboard, the server and the mirror: no colleague's change is lost. */
import { expect, test } from 'vitest'
import { HOURS_RULES } from '../../../../src/features/administration/settings/business-hours.ts'
import {
  baseOf,
  cancelled,
  followed,
  fresh,
  isDirty,
  refused,
  saved,
  shown,
  typedInto,
} from '../../../../src/features/administration/settings/field-draft.ts'
import {
  plainNumber,
  type TypedNumber,
} from '../../../../src/features/administration/settings/typed-number.ts'

const RULES = { same: (one: TypedNumber, other: TypedNumber) => plainNumber(one) === plainNumber(other) }

test('a field without typed text follows the mirror, also after a save', () => {
  const draft = followed(fresh<TypedNumber>(1), 2, RULES)
  expect([shown(draft), isDirty(draft, RULES)]).toEqual([2, false])

  const typed = typedInto(draft, 3)
  const after = saved(typed, typed, RULES)
  expect([shown(after), isDirty(after, RULES)]).toEqual([3, false])
  const mirrored = followed(after, 3, RULES)
  const colleague = followed(mirrored, 8, RULES)
  expect([shown(colleague), isDirty(colleague, RULES)]).toEqual([8, false])
})

test('the value that typing began with stays the base while the mirror moves, until the server refused it', () => {
  const typed = typedInto(typedInto(fresh<TypedNumber>(1), '4.'), 4.5)
  const moved = followed(typed, 2, RULES)
  expect([shown(moved), baseOf(moved), isDirty(moved, RULES)]).toEqual([4.5, 1, true])
  const told = refused(moved)
  expect([shown(told), baseOf(told)]).toEqual([4.5, 2])
  expect(baseOf(followed(told, 3, RULES))).toBe(3)
  expect(shown(cancelled(told))).toBe(2)
})

test('typing on after a colleague’s change keeps the base, so that the server refuses the save', () => {
  const moved = followed(typedInto(fresh<TypedNumber>(1), '4.'), 2, RULES)
  expect(baseOf(typedInto(moved, 4.5))).toBe(1)
})

test('a typed value that the mirror has is let go', () => {
  const typed = typedInto(fresh<TypedNumber>(1), 2)
  const colleague = followed(followed(typed, 2, RULES), 5, RULES)
  expect([shown(colleague), isDirty(colleague, RULES)]).toEqual([5, false])
})

test('what is typed during a save stays', () => {
  const sending = typedInto(fresh<TypedNumber>(1), 2)
  const after = saved(typedInto(sending, 3), sending, RULES)
  expect([shown(after), baseOf(after), isDirty(after, RULES)]).toEqual([3, 2, true])
})

test('a save whose value the mirror had first does not hide what came after it', () => {
  const sending = typedInto(fresh<TypedNumber>(1), 2)
  const after = saved(followed(followed(sending, 2, RULES), 7, RULES), sending, RULES)
  expect([shown(after), isDirty(after, RULES)]).toEqual([7, false])
})

test.each([
  ['', null],
  ['1.', 1],
  ['0.0', 0],
  ['1.50', 1.5],
  [2.5, 2.5],
  ['-', null],
])('%s is the number %s', (typed, number) => {
  expect(plainNumber(typed)).toBe(number)
})

const hours = (holidays: string[], start = '08:30') => ({ start, end: '18:00', holidays })

test('two holidays of two administrators are both kept', () => {
  const typed = typedInto(fresh(hours(['2026-01-02'])), hours(['2026-01-02', '2026-12-24']))
  const merged = followed(typed, hours(['2026-01-02', '2026-06-19']), HOURS_RULES)
  expect(shown(merged).holidays).toEqual(['2026-01-02', '2026-06-19', '2026-12-24'])
  expect(baseOf(merged)).toEqual(hours(['2026-01-02', '2026-06-19']))
})

test('a removed holiday stays removed, and a time that both changed keeps its base', () => {
  const typed = typedInto(fresh(hours(['2026-01-02'])), hours([], '09:00'))
  const merged = followed(typed, hours(['2026-01-02', '2026-06-19'], '08:00'), HOURS_RULES)
  expect(shown(merged)).toEqual(hours(['2026-06-19'], '09:00'))
  expect(baseOf(merged).start).toBe('08:30')
  expect(
    shown(followed(typedInto(fresh(hours([])), hours(['2026-12-24'])), hours([], '08:00'), HOURS_RULES)),
  ).toEqual(hours(['2026-12-24'], '08:00'))
})
