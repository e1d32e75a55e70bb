/** Bytes as codes, and back by a camera: docs/rules.md#hand-over */
import fc from 'fast-check'
import { decodeQR } from 'qr/decode.js'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { fromBase45, toBase45 } from '../../../src/domain/hand-over/base45.ts'
import { codesOf, joined, type Part, partOf, withPart } from '../../../src/domain/hand-over/parts.ts'

const bytes = (most = 8 * 1096) => fc.uint8Array({ maxLength: most })

test('Base45 is that of RFC 9285', () => {
  const text = (of: string) => toBase45(new TextEncoder().encode(of))
  expect(text('AB')).toBe('BB8')
  expect(text('Hello!!')).toBe('%69 VD92EX0')
  expect(text('base-45')).toBe('UJCLQE7W581')
  expect(new TextDecoder().decode(fromBase45('QED8WEX0') ?? undefined)).toBe('ietf!')
})

test('Base45 gives back the bytes, and takes nothing else', () => {
  fc.assert(
    fc.property(bytes(200), (given) => {
      expect(fromBase45(toBase45(given))).toEqual(given)
    }),
  )
  for (const text of ['A', 'GGW', ':::', '::', 'aa', 'ÁBC']) expect(fromBase45(text), text).toBeNull()
})

test('the parts are the whole again, in whatever order and however often a camera reads them', () => {
  fc.assert(
    fc.property(bytes(), fc.nat(65_535), fc.infiniteStream(fc.nat(1000)), (given, id, order) => {
      fc.pre(given.length > 0)
      const codes = codesOf(given, id) ?? []
      let read: readonly Part[] = []
      const take = (code: string) => {
        const part = partOf(code)
        if (part !== null) read = withPart(read, part)
      }
      for (const place of order) {
        take(codes[place % codes.length] ?? '')
        if (joined(read) !== null) break
      }
      expect(joined(read)).toEqual(given)
    }),
    { numRuns: 100 },
  )
})

test('parts of another hand-over begin anew', () => {
  const [first = ''] = codesOf(new Uint8Array(2100).fill(1), 7) ?? []
  const others = codesOf(new Uint8Array(1500).fill(2), 8) ?? []
  const read = [first, ...others].reduce<readonly Part[]>((parts, code) => {
    const part = partOf(code)
    return part === null ? parts : withPart(parts, part)
  }, [])
  expect(joined(read)).toEqual(new Uint8Array(1500).fill(2))
})

test('too much for eight codes makes none', () => {
  expect(codesOf(new Uint8Array(8 * 1096), 1)).toHaveLength(8)
  expect(codesOf(new Uint8Array(8 * 1096 + 1), 1)).toBeNull()
})

test.each([
  '',
  'https://exemplo.com.br',
  'FAROL:',
  'FAROL:abc',
  `FAROL:${toBase45(Uint8Array.of(0, 1, 3, 2, 9))}`,
])('the code %j is none of a hand-over', (text) => expect(partOf(text)).toBeNull())

test('the largest code is a picture that a camera reads, of at most 113 modules a side', () => {
  const given = Uint8Array.from({ length: 1096 }, (_, place) => (place * 7919) % 256)
  const [code = ''] = codesOf(given, 3) ?? []
  const { data, size } = encode(code, { border: 4, ecc: 'L' })
  expect(size - 8).toBeLessThanOrEqual(113)
  const scale = 4
  const side = size * scale
  const picture = new Uint8Array(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
        picture.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  expect(decodeQR({ width: side, height: side, data: picture })).toBe(code)
})
