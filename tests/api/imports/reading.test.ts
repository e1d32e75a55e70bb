/** Files are read one at a time, within bounds, and no letter is guessed in silence. docs/rules.md#bounds-of-a-file */
import { expect, test } from 'vitest'
import { readingQueue } from '../../../server/imports/reading-queue.ts'
import { readingPlaceRoute } from '../../../src/contract/imports.ts'
import { suggestedImportMapping } from '../../../src/domain/imports/lists.ts'
import { pageBytes } from '../../../src/domain/spreadsheet/code-pages.ts'
import { describeDatabase } from '../support/databases.ts'
import { type ImportHouse, inImportHouse } from '../support/imports.ts'
import { sheetForm } from '../support/sheet-form.ts'

const ONE = 1
const TWO = 2
const never = () => new AbortController().signal

function promised(): { readonly ended: Promise<void>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { ended: promise, end: resolve }
}

test('the second file waits at the first place, the third at the second, and each moves up', async () => {
  const queue = readingQueue()
  const [first, second] = [promised(), promised()]
  const reading = queue.inTurn(ONE, never(), () => first.ended)
  const waits = queue.inTurn(TWO, never(), () => second.ended)
  const waitsToo = queue.inTurn(3, never(), async () => 'read')
  expect([ONE, TWO, 3].map(queue.placeOf)).toEqual([0, 1, 2])
  first.end()
  await reading
  expect([ONE, TWO, 3].map(queue.placeOf)).toEqual([0, 0, 1])
  second.end()
  await waits
  expect(await waitsToo).toBe('read')
  expect(queue.placeOf(3)).toBe(0)
})

test('a sender that goes away leaves the line', async () => {
  const queue = readingQueue()
  const first = promised()
  const reading = queue.inTurn(ONE, never(), () => first.ended)
  const gone = new AbortController()
  const left = expect(queue.inTurn(TWO, gone.signal, async () => 'read')).rejects.toThrow('gone')
  const last = queue.inTurn(3, never(), async () => 'read')
  gone.abort(new Error('gone'))
  await left
  expect(queue.placeOf(3)).toBe(1)
  first.end()
  await reading
  expect(await last).toBe('read')
})

test('a sender that is gone already does not enter the line', async () => {
  const queue = readingQueue()
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(queue.inTurn(ONE, gone, async () => 'read')).rejects.toThrow('gone')
  expect(await queue.inTurn(TWO, never(), async () => 'read')).toBe('read')
})

test('a line that is too long takes no more', async () => {
  const queue = readingQueue()
  const first = promised()
  const waiting = Array.from({ length: 21 }, () => queue.inTurn(ONE, never(), () => first.ended))
  expect(await queue.inTurn(TWO, never(), async () => 'read')).toBeNull()
  first.end()
  await Promise.all(waiting)
})

describeDatabase('a file that is sent', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  const send = (content: Uint8Array, more: Record<string, string> = {}) => {
    const mapping = JSON.stringify(suggestedImportMapping('clients', ['Nome', 'CPF']))
    const fields = { list: 'clients', source: 'Pipedrive', mapping, ...more }
    return house.server.app.inject(
      sheetForm({ url: '/api/imports', fields, file: { name: 'a.csv', content } }, house.admin.token),
    )
  }
  const bytesOf = (text: string) => Uint8Array.from(pageBytes(text, 'cp850') ?? [])

  test('has no place while none is read', async () => {
    const { status, body } = await house.admin.call('GET', readingPlaceRoute.path)
    expect([status, body]).toEqual([200, { place: 0 }])
  })

  test('with letters in doubt is refused without an answer, and read with it', async () => {
    const file = bytesOf('Nome;CPF\nTIÃO;529.982.247-25\n')
    const asked = await send(file)
    expect(asked.statusCode).toBe(422)
    expect(asked.json()).toMatchObject({
      errors: { file: [expect.stringContaining("Escolha em 'Acentos'")] },
    })
    expect((await send(file, { accents: 'ebcdic' })).statusCode).toBe(422)
    expect((await send(file, { accents: 'cp850' })).statusCode).toBe(201)
    await house.work()
    const names = await house.store.db
      .selectFrom('clients')
      .select('name')
      .where('name', 'like', 'TI%')
      .execute()
    expect(names).toEqual([{ name: 'TIÃO' }])
  })

  test.each([
    [
      'lines',
      `Nome;CPF\n${'a\n'.repeat(100_001)}`,
      'O arquivo tem linhas demais: o limite é de 100.000. Divida-o em dois.',
    ],
    ['columns', `Nome;CPF\nAna${';x'.repeat(300)}\n`, 'A linha 2 tem colunas demais: o limite é de 256.'],
    [
      'signs in a cell',
      `Nome;CPF\n${'x'.repeat(40_000)};1\n`,
      'A linha 2 tem uma célula longa demais: o limite é de 32.767 caracteres.',
    ],
    [
      'bytes in a line',
      `Nome;CPF\n${'"a";'.repeat(600_000)}\n`,
      'A linha 2 é longa demais: o limite é de 1 MB.',
    ],
  ])('with too many %s is refused with its limit', async (_what, text, sentence) => {
    const answer = await send(new Uint8Array(Buffer.from(text)))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ message: expect.stringContaining(sentence) })
  })
})
