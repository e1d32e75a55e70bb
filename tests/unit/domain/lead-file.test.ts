import { describe, expect, it } from 'vitest'
import { isPdf } from '../../../src/domain/lead/lead-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a PDF', () => {
  it.each([
    ['complete', '%PDF-1.7\n…\n%%EOF\n', true],
    ['with bytes after its end', `%PDF-1.4 %%EOF${'\0'.repeat(500)}`, true],
    ['truncated', '%PDF-1.7\n1 0 obj', false],
    ['with its end marker far from the end', `%PDF-1.7 %%EOF${'x'.repeat(2000)}`, false],
    ['with a byte before its header', ' %PDF-1.7 %%EOF', false],
    ['of another kind', '<html>%%EOF', false],
    ['empty', '', false],
  ])('%s is valid or not', (_case, text, expected) => {
    expect(isPdf(bytes(text))).toBe(expected)
  })
})
