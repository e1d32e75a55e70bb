/** Which addresses a webhook may lead to. docs/security.md#webhooks */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, mayCall, webhookUrlProblem } from '../../../server/base/public-address.ts'

const CLOSED = { loopback: false }
const OPEN = { loopback: true }

/** The ranges that belong to no one on the internet, as first and last address: RFC 6890 and IANA's registries. */
const RESERVED: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
]
const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const addressOf = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
const RANGES = RESERVED.map(([first, last]) => [numberOf(first), numberOf(last)] as const)
const isReserved = (value: number) => RANGES.some(([first, last]) => value >= first && value <= last)

/** Any address, and those around the ends of each range. */
const anyNumber = fc.oneof(
  fc.nat({ max: 2 ** 32 - 1 }),
  fc
    .tuple(fc.constantFrom(...RANGES.flat()), fc.integer({ min: -2, max: 2 }))
    .map(([end, by]) => Math.min(Math.max(end + by, 0), 2 ** 32 - 1)),
)
const hex = (value: number) => value.toString(16)
const high = (value: number) => hex(Math.floor(value / 65_536))
const low = (value: number) => hex(value % 65_536)

describe('an address', () => {
  test('of IPv4 is public outside the reserved ranges, and nowhere else', () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(isPublicAddress(addressOf(value)), addressOf(value)).toBe(!isReserved(value))
      }),
      { numRuns: 3000 },
    )
  })

  test('of IPv4 inside one of IPv6 is never public, in any notation', () => {
    const notations = (value: number) => [
      `::ffff:${addressOf(value)}`,
      `::ffff:${high(value)}:${low(value)}`,
      `0:0:0:0:0:ffff:${high(value)}:${low(value)}`,
      `::${addressOf(value)}`,
      `64:ff9b::${high(value)}:${low(value)}`,
      `2002:${high(value)}:${low(value)}::1`,
      `2001:0:${high(value)}:${low(value)}::`,
    ]
    fc.assert(
      fc.property(anyNumber, (value) => {
        for (const address of notations(value)) expect(isPublicAddress(address), address).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['100::1', false],
    ['2001:db8::1', false],
    ['3fff::1', false],
    ['2606:4700:4700::1111', true],
    ['2804:14c::1', true],
    ['localhost', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })

  test('of this machine is called where the setting says so, and no other of its network', () => {
    for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect([mayCall(own, CLOSED), mayCall(own, OPEN)], own).toEqual([false, true])
    for (const inner of [
      '10.0.0.1',
      '192.168.1.4',
      '169.254.169.254',
      'fe80::1',
      '::ffff:10.0.0.1',
      '0.0.0.0',
    ])
      expect(mayCall(inner, OPEN), inner).toBe(false)
  })
})

describe('the address of a webhook', () => {
  test.each([
    'https://crm.exemplo.com.br/farol?key=1',
    'https://crm.exemplo.com.br:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/x',
  ])('%s serves', (url) => {
    expect(webhookUrlProblem(url, CLOSED)).toBeNull()
  })

  test.each([
    'crm.exemplo.com.br',
    'http://crm.exemplo.com.br/',
    'ftp://crm.exemplo.com.br/',
    'https://ana:senha@crm.exemplo.com.br/',
    'https://localhost/',
    'https://localhost./',
    'https://farol.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://１２７.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data/',
    'https://servidor/',
    'https://crm.local/',
    'https://crm.internal/',
    'http://127.0.0.1:3000/',
  ])('%s does not', (url) => {
    expect(webhookUrlProblem(url, CLOSED)).toMatch(/^(Informe um endereço|O endereço)/u)
  })

  test('may be this machine without https only where the setting says so', () => {
    expect(webhookUrlProblem('http://127.0.0.1:3000/x', OPEN)).toBeNull()
    expect(webhookUrlProblem('http://[::1]:3000/x', OPEN)).toBeNull()
    expect(webhookUrlProblem('http://localhost:3000/x', OPEN)).toBeNull()
    expect(webhookUrlProblem('http://10.0.0.1/x', OPEN)).not.toBeNull()
    expect(webhookUrlProblem('https://10.0.0.1/x', OPEN)).not.toBeNull()
  })
})
