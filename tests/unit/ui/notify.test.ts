/** Toasts: one at a time, each sentence long enough to be read, changes counted, nothing that can be undone swallowed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify, toasts } from '../../../src/ui/notify.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.advanceTimersByTime(60_000)
  expect(toasts.get()).toBeNull()
  vi.useRealTimers()
})

const shown = () => toasts.get()?.message ?? null
const after = (ms: number) => {
  vi.advanceTimersByTime(ms)
  return shown()
}

test('a toast closes after three seconds', () => {
  notify.success('Copiado')
  expect(after(2999)).toBe('Copiado')
  expect(after(1)).toBeNull()
})

test('there is one at a time: the next takes its place as soon as it could be read', () => {
  notify.warning('Formato de arquivo inválido! Somente arquivos PDF')
  notify.error('Houve um Problema')
  expect(after(999)).toBe('Formato de arquivo inválido! Somente arquivos PDF')
  expect(after(1)).toBe('Houve um Problema')
  vi.advanceTimersByTime(1500)
  notify.success('Copiado')
  expect(after(0)).toBe('Copiado')
})

test('several changes become one line, with the last sentence', () => {
  notify.saved('Lead salvo com sucesso!')
  expect(toasts.get()).toMatchObject({ saved: 1 })
  notify.saved('Lead agendada com sucesso!')
  vi.advanceTimersByTime(2000)
  notify.saved('Prazo sobrescrito com sucesso!')
  expect(toasts.get()).toMatchObject({ message: 'Prazo sobrescrito com sucesso!', saved: 3 })
  expect(after(2999)).toBe('Prazo sobrescrito com sucesso!')
  expect(after(1)).toBeNull()
})

test('changes are counted behind an error as well, which is read first', () => {
  notify.error('Houve um Problema')
  notify.saved('Lead salvo com sucesso!')
  notify.saved('Lead salvo com sucesso!')
  expect(shown()).toBe('Houve um Problema')
  vi.advanceTimersByTime(1000)
  expect(toasts.get()).toMatchObject({ message: 'Lead salvo com sucesso!', saved: 2 })
})

test('the same sentence said again is one toast, for another three seconds', () => {
  notify.warning('Proposta não selecionada')
  vi.advanceTimersByTime(2900)
  notify.warning('Proposta não selecionada')
  expect(after(2999)).toBe('Proposta não selecionada')
  expect(after(1)).toBeNull()
})

test('what can be undone is swallowed by nothing and stays six seconds', () => {
  const undo = vi.fn()
  notify.saved('Ligação registrada', { label: 'Desfazer', run: undo })
  notify.saved('Lead salvo com sucesso!')
  notify.warning('Proposta não selecionada')
  expect(after(5999)).toBe('Ligação registrada')
  expect(toasts.get()).toMatchObject({ saved: 1, action: { label: 'Desfazer' } })
  expect(after(1)).toBe('Lead salvo com sucesso!')
  expect(after(1000)).toBe('Proposta não selecionada')
})

test('an error takes the place of what can be undone at once, which comes back for the time it has left', () => {
  notify.saved('Ligação registrada', { label: 'Desfazer', run: () => {} })
  vi.advanceTimersByTime(2000)
  notify.error('Houve um Problema')
  expect(after(2999)).toBe('Houve um Problema')
  expect(after(1)).toBe('Ligação registrada')
  expect(toasts.get()?.action?.label).toBe('Desfazer')
  expect(after(3999)).toBe('Ligação registrada')
  expect(after(1)).toBeNull()
})

test('an error goes before what waits, and what nobody could read yet comes back after it', () => {
  notify.saved('Lead salvo com sucesso!')
  notify.warning('Proposta não selecionada')
  notify.error('Houve um Problema')
  expect(shown()).toBe('Houve um Problema')
  expect(after(1000)).toBe('Proposta não selecionada')
  expect(after(3000)).toBe('Lead salvo com sucesso!')
})

test('what is pointed at is not taken away: the error shows when it is let go', () => {
  notify.saved('Ligação registrada', { label: 'Desfazer', run: () => {} })
  toasts.hold(true)
  notify.error('Houve um Problema')
  expect(after(20_000)).toBe('Ligação registrada')
  toasts.hold(false)
  expect(shown()).toBe('Houve um Problema')
})

test('one that can be undone shows as soon as the one before could be read, with its action', () => {
  notify.saved('Lead salvo com sucesso!')
  notify.saved('Ligação registrada', { label: 'Desfazer', run: () => {} })
  expect(after(1000)).toBe('Ligação registrada')
  expect(toasts.get()?.action?.label).toBe('Desfazer')
})

test('pointed at it stays, and has its whole time after', () => {
  notify.success('Copiado')
  vi.advanceTimersByTime(2500)
  toasts.hold(true)
  expect(after(20_000)).toBe('Copiado')
  toasts.hold(false)
  expect(after(2999)).toBe('Copiado')
  expect(after(1)).toBeNull()
})
