/** Lines for the operator: sentences on a terminal, JSON elsewhere. */
import { expect, test } from 'vitest'
import { sayTo } from '../../../server/base/say.ts'

function output(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, write: (text: string) => written.push(text), written }
}

test('a terminal gets the sentence alone', () => {
  const terminal = output(true)
  sayTo(terminal)('Farol no ar em http://localhost:3000', { variable: 'PORT' })
  expect(terminal.written).toEqual(['Farol no ar em http://localhost:3000\n'])
})

test.each([
  ['Farol no ar em http://localhost:3000', false, 30],
  ['ATENÇÃO: falta algo.', false, 40],
  ['Farol não pôde iniciar: não há espaço em disco.', true, 60],
])('a pipe gets %j as JSON with time, version and level', (line, fatal, level) => {
  const pipe = output(false)
  sayTo(pipe, { fatal, now: () => 1_800_000_000_000 })(line, { variable: 'PORT' })
  expect(pipe.written.map((text) => JSON.parse(text))).toEqual([
    {
      level,
      time: 1_800_000_000_000,
      pid: process.pid,
      hostname: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      variable: 'PORT',
      msg: line,
    },
  ])
})
