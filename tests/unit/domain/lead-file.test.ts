import { describe, expect, it } from 'vitest'
import { isPdf } from '../../../src/domain/lead/lead-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a PDF', () => {
  it.each([
    ['whole', '%PDF-1.7\n…\n%%EOF\n', true],
    ['with bytes after its end', `%PDF-1.4 %%EOF${'\0'.repeat(500)}`, true],
    ['broken off', '%PDF-1.7\n1 0 obj', false],
    ['with its end far from the end', `%PDF-1.7 %%EOF${'x'.repeat(2000)}`, false],
    ['with something before its beginning', ' %PDF-1.7 %%EOF', false],
    ['of another kind', '<html>%%EOF', false],
    ['empty', '', false],
  ])('%s', (_case, text, expected) => {
    expect(isPdf(bytes(text))).toBe(expected)
  })
})
