import { expect, test } from 'vitest'
import { grown } from '../../../scripts/build/weights.ts'

const RECORDED = { board: { work: 80, start: 120 }, list: { List: 10 }, '404': { None: 0.4 } }

test('a screen may weigh two percent more than its record, and half a kB', () => {
  expect(
    grown({ board: { work: 84.5, start: 120 }, list: { List: 10.7 }, '404': { None: 0.9 } }, RECORDED),
  ).toEqual([])
})

test('a heavier one is named with its chunks that grew or came, the largest first', () => {
  expect(
    grown({ board: { work: 83, start: 118, Menu: 4 }, list: { List: 10.8 }, '404': { None: 0.4 } }, RECORDED),
  ).toEqual([
    'board: 205 kB, no máximo 204.5 kB. Cresceu: Menu +4 kB (não estava aqui), work +3 kB',
    'list: 10.8 kB, no máximo 10.7 kB. Cresceu: List +0.8 kB',
  ])
})

test('a screen without a record is named', () => {
  expect(grown({ new: { New: 1 } }, RECORDED)).toEqual([
    'new: sem registro; grave o peso com npm run build -- --record',
  ])
})
