/** A book of proposals: signed, checked by itself, and every change of it found. docs/rules.md#proposal-book */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Book, bookIn, bookSignedText, lastMonthAt } from '../../../../src/domain/proposal-book/book.ts'
import {
  bookLines,
  bookTitle,
  closingTerm,
  openingTerm,
  problemWords,
} from '../../../../src/domain/proposal-book/book-words.ts'
import { checkedBook } from '../../../../src/domain/proposal-book/check.ts'
import { daysOfMonth, monthInWords, monthsBefore } from '../../../../src/domain/time/calendar-months.ts'
import { aBook, aProposal, PROPOSALS } from '../../../support/made-book.ts'
import { aKey, sha, signatureHolds } from '../../../support/made-dossier.ts'

const key = await aKey()
const check = (book: Book, knownKey: typeof key.publicKey | null = key.publicKey) =>
  checkedBook(book, { sha, signatureHolds, knownKey })
const book = await aBook(key)

type Path = readonly (string | number)[]

/** Where the file has a text, a number or null. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]))
}

/** The file with another value there. */
function changedAt(value: unknown, [name, ...rest]: Path, place: number): unknown {
  if (name !== undefined) {
    if (Array.isArray(value))
      return value.map((inner, at) => (String(at) === name ? changedAt(inner, rest, place) : inner))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === name ? changedAt(inner, rest, place) : inner,
      ]),
    )
  }
  if (typeof value === 'number') return value + 1 + place
  if (typeof value !== 'string') return 'posto depois'
  const at = place % (value.length + 1)
  return `${value.slice(0, at)}${value[at] === '0' ? '1' : '0'}${value.slice(at + 1)}`
}

test('a book that nobody changed holds by the known key, and is unproven without it', async () => {
  expect(await check(book)).toMatchObject({ problems: [], signature: 'holds', verdict: 'holds' })
  expect(await check(book, null)).toMatchObject({ signature: 'own_key', verdict: 'unproven' })
  expect(await check(await aBook(await aKey()))).toMatchObject({ signature: 'other_key', verdict: 'broken' })
  for (const known of [key.publicKey, null])
    expect(await check({ ...book, signature: null }, known)).toMatchObject({
      signature: 'none',
      verdict: 'broken',
    })
})

test('it is read as it was signed, in any order of its fields and with any spaces', async () => {
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(book).toReversed()), null, 2)
  const read = bookIn(reordered) ?? expect.fail('no book')
  expect(bookSignedText(read)).toBe(bookSignedText(book))
  expect(bookIn(JSON.stringify({ ...book, more: 1 }))).toBeNull()
  expect(bookIn('%PDF')).toBeNull()
})

test('a change of any value of the file is found', async () => {
  const paths = leaves(book)
  expect(paths.length).toBeGreaterThan(50)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.nat(200), async (path, place) => {
      const read = bookIn(JSON.stringify(changedAt(book, path, place)))
      if (read === null) return
      expect((await check(read)).verdict, path.join('.')).toBe('broken')
      expect((await check(read, null)).verdict, path.join('.')).toBe('broken')
    }),
    { numRuns: 400, examples: paths.map((path) => [path, 0]) },
  )
})

test('a row that was changed, taken out, put in or moved is named', async () => {
  const [first, second, third] = book.rows
  if (first === undefined || second === undefined || third === undefined) return expect.fail()
  const problemsOf = async (rows: Book['rows']) => {
    const { problems, verdict } = await check({ ...book, rows })
    expect(verdict).toBe('broken')
    return problems
  }
  const other = { ...second, cells: second.cells.with(2, 'Outra Pessoa') }
  expect(await problemsOf([first, other, third])).toEqual([{ kind: 'row', place: 2 }])
  expect(await problemsOf([first, third])).toEqual([{ kind: 'row', place: 2 }, { kind: 'count' }])
  expect(await problemsOf([first, second])).toEqual([{ kind: 'count' }])
  expect(await problemsOf([first, first, second, third])).toEqual([
    { kind: 'row', place: 2 },
    { kind: 'count' },
  ])
  expect(await problemsOf([second, first, third])).toContainEqual({ kind: 'row', place: 1 })
  const shorter = { ...second, cells: second.cells.slice(0, -1) }
  expect(await problemsOf([first, shorter, third])).toEqual([{ kind: 'row', place: 2 }])
  expect(problemWords({ kind: 'count' }, { ...book, rows: [first] })).toBe(
    'O termo diz 3 propostas, e o arquivo tem 1 proposta.',
  )
})

test('who makes all hashes anew is found by the signature', async () => {
  const forged = await aBook(await aKey(), PROPOSALS.slice(0, 2))
  expect(await check({ ...forged, signature: book.signature })).toMatchObject({
    problems: [],
    signature: 'wrong',
    verdict: 'broken',
  })
})

test('the terms say the month, its days, how many and who made it', async () => {
  expect(bookTitle(book)).toBe('Livro de propostas de outubro de 2026')
  expect(openingTerm(book)).toBe(
    'Neste livro, Corretora do Teste registra as propostas que encaminhou às seguradoras em outubro de 2026, ' +
      'de 01/10/2026 a 31/10/2026, conforme o art. 14 da Lei 4.594/1964: 3 propostas, numeradas de 1 a 3 na ordem em que foram encaminhadas.',
  )
  expect(closingTerm(book)).toBe(
    'Aqui termina o livro de outubro de 2026, com 3 propostas, feito em 03/11/2026 09:00 por Ana Martins. ' +
      'Assinado com a chave que a corretora tem no Farol. Não é uma assinatura ICP-Brasil. Isto não é orientação jurídica.',
  )
  const empty = await aBook(key, [], { brokerage: '' })
  expect(openingTerm(empty)).toContain('Neste livro a corretora registra')
  expect(openingTerm(empty)).toMatch(/: nenhuma proposta\.$/)
  expect(await check(empty)).toMatchObject({ verdict: 'holds' })
  expect(openingTerm(await aBook(key, [aProposal(1)]))).toMatch(/: 1 proposta, com o número 1\.$/)
})

test('a book of a month that is not over says so, until its last instant', async () => {
  const madeAt = async (made_at: string) => closingTerm(await aBook(key, PROPOSALS, { made_at }))
  expect(await madeAt('2026-11-01T02:59:00.000Z')).toContain('O mês não tinha terminado')
  expect(await madeAt('2026-11-01T03:00:00.000Z')).not.toContain('O mês não tinha terminado')
})

test('its lines have what the report shows, without what is empty', () => {
  const [line, waiting, erased] = bookLines(book)
  expect(line).toMatchObject({ place: 1, title: 'Ana Souza' })
  expect(line?.parts).toContainEqual({ label: 'CPF/CNPJ', text: '529.982.247-25' })
  expect(line?.parts).toContainEqual({ label: 'Encaminhada em', text: '05/10/2026' })
  expect(waiting?.parts.map(({ label }) => label)).not.toContain('Prova ou motivo')
  expect(erased?.parts).toContainEqual({ label: 'Situação', text: 'Dados apagados' })
})

test('months: their days, their words, and the one that is over', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(monthsBefore('2026-01', 1)).toBe('2025-12')
  expect(monthsBefore('2026-11', 60)).toBe('2021-11')
  expect(monthInWords('2026-03')).toBe('março de 2026')
  // The last evening of November in São Paulo is December in London.
  expect(lastMonthAt(Date.parse('2026-12-01T02:30:00Z'))).toBe('2026-10')
  expect(lastMonthAt(Date.parse('2026-12-01T03:00:00Z'))).toBe('2026-11')
})
