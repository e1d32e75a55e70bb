/** Conflicts in words, and two texts in one field: docs/rules.md#conflicts, #both-texts. */
import { describe, expect, test } from 'vitest'
import { changedByWords, conflictMessage, ownConflictWords } from '../../../src/domain/lead/conflict-words.ts'
import type { LastChange } from '../../../src/domain/lead/conflicts.ts'
import { joinedText } from '../../../src/domain/lead/joined-text.ts'
import { iso } from './fixtures.ts'

const ana: LastChange = {
  at: iso('2026-11-18T10:42:00'),
  own: false,
  same_device: false,
  name: 'Ana Lima',
}
const myPhone: LastChange = { ...ana, own: true, name: 'Bruna Reis' }
const hereAt = iso('2026-11-18T10:40:00')
const nowMs = Date.parse(iso('2026-11-18T15:00:00'))
const tomorrowMs = Date.parse(iso('2026-11-19T15:00:00'))

describe('who changed the field', () => {
  test('a conflict with one’s own device says so, with both times', () => {
    expect(ownConflictWords([myPhone], { hereAt, nowMs })).toBe(
      'Você também mudou este campo em outro aparelho às 10:42; aqui às 10:40.',
    )
    expect(ownConflictWords([myPhone], { hereAt, nowMs: tomorrowMs })).toBe(
      'Você também mudou este campo em outro aparelho em 18/11 às 10:42; aqui em 18/11 às 10:40.',
    )
    const later = { ...myPhone, at: iso('2026-11-18T11:05:00') }
    expect(ownConflictWords([myPhone, later], { hereAt, nowMs })).toBe(
      'Você também mudou estes campos em outro aparelho às 11:05; aqui às 10:40.',
    )
    expect(ownConflictWords([{ ...myPhone, same_device: true }], { hereAt, nowMs })).toBe(
      'Você também mudou este campo às 10:42; aqui às 10:40.',
    )
  })

  test('a conflict with another user, or of unknown cause, is no conflict with oneself', () => {
    for (const changes of [[ana], [myPhone, ana], [myPhone, undefined], [undefined], []])
      expect(ownConflictWords(changes, { hereAt, nowMs })).toBeNull()
    expect(conflictMessage([myPhone])).toBe('Você também mudou este campo em outro aparelho.')
    expect(conflictMessage([myPhone, undefined])).toMatch(/^Outra pessoa mudou o mesmo campo/)
  })

  test.each([
    [ana, 'Ana Lima, às 10:42'],
    [myPhone, 'Você, em outro aparelho, às 10:42'],
    [{ ...myPhone, same_device: true }, 'Você, às 10:42'],
    [{ ...ana, name: null }, 'Mudou às 10:42'],
  ])('beside the present value: %#', (last, words) => {
    expect(changedByWords(last, nowMs)).toBe(words)
  })
})

describe('both texts', () => {
  const mine = { text: 'Prefere a franquia menor', who: 'Bruna Reis', at: hereAt }
  const theirs = { text: 'Tem dois carros', who: 'Ana Lima', at: ana.at }

  test('each is below its author and time, the earlier first', () => {
    expect(joinedText('', mine, theirs)).toBe(
      '[Bruna Reis, 18/11/2026 10:40]\nPrefere a franquia menor\n\n[Ana Lima, 18/11/2026 10:42]\nTem dois carros',
    )
    expect(joinedText('', { ...mine, at: iso('2026-11-18T10:50:00') }, theirs)).toMatch(/^\[Ana Lima/)
  })

  test('a text that both continued is there once, above', () => {
    const before = 'Cliente antigo.'
    const joined = joinedText(
      before,
      { ...mine, text: `${before}\nPrefere a franquia menor` },
      { ...theirs, text: `${before} Tem dois carros` },
    )
    expect(joined).toBe(
      'Cliente antigo.\n\n[Bruna Reis, 18/11/2026 10:40]\nPrefere a franquia menor\n\n[Ana Lima, 18/11/2026 10:42]\nTem dois carros',
    )
  })

  test.each([
    ['one rewrote it', 'Cliente antigo', 'Outra coisa', 'Cliente antigo e bom'],
    ['one continued a word', 'Cliente antigo', 'Cliente antigo e bom', 'Cliente antigos'],
  ])('both are whole when %s', (_case, before, own, other) => {
    const joined = joinedText(before, { ...mine, text: own }, { ...theirs, text: other })
    expect(joined.split('\n')).toEqual([
      '[Bruna Reis, 18/11/2026 10:40]',
      own,
      '',
      '[Ana Lima, 18/11/2026 10:42]',
      other,
    ])
  })

  test('without a known author it is another user’s, and comes first', () => {
    expect(joinedText('', mine, { ...theirs, who: null, at: null })).toMatch(
      /^\[Outra pessoa\]\nTem dois carros/,
    )
  })
})
