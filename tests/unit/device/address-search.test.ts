/** What an address has of a screen's filters: the browser writes addresses to the disk. docs/rules.md#protected-devices */
import { afterEach, describe, expect, test } from 'vitest'
import { deriveKeys } from '../../../src/db/sealing/derive-keys.ts'
import { dropKeys, holdKeys } from '../../../src/db/sealing/held-keys.ts'
import { parseSearch, stringifySearch } from '../../../src/device/address-search.ts'

const NAMES = { nome: 'Zilda da Busca', cpf: '39053344705', celular: 31_999_998_888, situacao: 'aberto' }
const PLAIN = { lead: 12, form: '01a1bbd9-3df8-7594-9ad8-7272619e9980', de: '2026-11-27', ativos: true }

const protect = async () => holdKeys(await deriveKeys(new Uint8Array(32), 1))
afterEach(dropKeys)

test('a personal device writes all of them', () => {
  expect(parseSearch(stringifySearch({ ...NAMES, ...PLAIN }))).toEqual({ ...NAMES, ...PLAIN })
  expect(stringifySearch(NAMES)).toContain('Zilda')
})

describe('a protected device', () => {
  test('writes uids, days, switches and small numbers; the page remembers the rest', async () => {
    await protect()
    const address = stringifySearch({ ...NAMES, ...PLAIN })
    expect(address).not.toMatch(/Zilda|39053344705|31999998888|aberto/)
    for (const value of Object.values(PLAIN)) expect(address).toContain(String(value))
    expect(parseSearch(address)).toEqual({ ...NAMES, ...PLAIN })
  })

  test('the same filters have the same address, others another', async () => {
    await protect()
    const address = stringifySearch(NAMES)
    expect(stringifySearch(parseSearch(address))).toBe(address)
    expect(stringifySearch({ nome: 'Zilda' })).not.toBe(address)
  })

  test('an address of an earlier page has no filters, and no absent one is written', async () => {
    await protect()
    expect(parseSearch('?lead=12&filtro=01a1bbd9-3df8-7594-9ad8-7272619e9980')).toEqual({ lead: 12 })
    expect(stringifySearch({ nome: undefined })).toBe('')
  })
})
