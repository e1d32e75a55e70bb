/** A logo that is cut or spoilt is no logo. docs/rules.md#brokerage */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isWholePicture } from '../../../src/domain/settings/whole-picture.ts'

const picture = (path: string) => new Uint8Array(readFileSync(path))
const PNG = picture('docs/images/phone.png')
const JPEG = picture('public/indicacao.jpg')

describe.each([
  ['PNG', PNG],
  ['JPEG', JPEG],
])('a %s', (_, whole) => {
  test('is taken whole', () => {
    expect(isWholePicture(whole)).toBe(true)
  })

  test.each([0.02, 0.5, 0.999])('is refused where it is cut at %d of its length', (part) => {
    expect(isWholePicture(whole.subarray(0, Math.floor(whole.length * part)))).toBe(false)
  })

  test('is refused with its first bytes alone', () => {
    expect(isWholePicture(whole.subarray(0, 12))).toBe(false)
  })
})

test('a PNG with a spoilt byte is refused', () => {
  const spoilt = PNG.slice()
  const middle = Math.floor(spoilt.length / 2)
  spoilt[middle] = (spoilt[middle] ?? 0) ^ 0xff
  expect(isWholePicture(spoilt)).toBe(false)
})

test('a text is no picture', () => {
  expect(isWholePicture(new TextEncoder().encode('nenhuma imagem'))).toBe(false)
})
