/** Toasts: one at a time, each shown long enough to read. Saves are counted and never replace an undo. */
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

test('one toast is shown at a time, and the next replaces it after one second', () => {
  notify.warning('Formato de arquivo inválido! Somente arquivos PDF')
  notify.error('Houve um Problema')
  expect(after(999)).toBe('Formato de arquivo inválido! Somente arquivos PDF')
  expect(after(1)).toBe('Houve um Problema')
  vi.advanceTimersByTime(1500)
  notify.success('Copiado')
  expect(after(0)).toBe('Copiado')
})

test('several saves become one toast with a count and the last message', () => {
  notify.saved('Lead salvo com sucesso!')
  expect(toasts.get()).toMatchObject({ saved: 1 })
  notify.saved('Lead agendada com sucesso!')
  vi.advanceTimersByTime(2000)
  notify.saved('Prazo sobrescrito com sucesso!')
  expect(toasts.get()).toMatchObject({ message: 'Prazo sobrescrito com sucesso!', saved: 3 })
  expect(after(2999)).toBe('Prazo sobrescrito com sucesso!')
  expect(after(1)).toBeNull()
})

test('saves behind an error are counted and shown after it', () => {
  notify.error('Houve um Problema')
  notify.saved('Lead salvo com sucesso!')
  notify.saved('Lead salvo com sucesso!')
  expect(shown()).toBe('Houve um Problema')
  vi.advanceTimersByTime(1000)
  expect(toasts.get()).toMatchObject({ message: 'Lead salvo com sucesso!', saved: 2 })
})

test('a repeated message is one toast that stays another three seconds', () => {
  notify.warning('Proposta não selecionada')
  vi.advanceTimersByTime(2900)
  notify.warning('Proposta não selecionada')
  expect(after(2999)).toBe('Proposta não selecionada')
  expect(after(1)).toBeNull()
})

test('a toast with an undo stays six seconds and is not replaced by saves or warnings', () => {
  const undo = vi.fn()
  notify.saved('Ligação registrada', { label: 'Desfazer', run: undo })
  notify.saved('Lead salvo com sucesso!')
  notify.warning('Proposta não selecionada')
  expect(after(5999)).toBe('Ligação registrada')
  expect(toasts.get()).toMatchObject({ saved: 1, action: { label: 'Desfazer' } })
  expect(after(1)).toBe('Lead salvo com sucesso!')
  expect(after(1000)).toBe('Proposta não selecionada')
})

test('an error replaces a toast with an undo at once, which then returns for its remaining time', () => {
  notify.saved('Ligação registrada', { label: 'Desfazer', run: () => {} })
  vi.advanceTimersByTime(2000)
  notify.error('Houve um Problema')
  expect(after(2999)).toBe('Houve um Problema')
  expect(after(1)).toBe('Ligação registrada')
  expect(toasts.get()?.action?.label).toBe('Desfazer')
  expect(after(3999)).toBe('Ligação registrada')
  expect(after(1)).toBeNull()
})

test('an error goes before waiting toasts, and an unread toast returns after it', () => {
  notify.saved('Lead salvo com sucesso!')
  notify.warning('Proposta não selecionada')
  notify.error('Houve um Problema')
  expect(shown()).toBe('Houve um Problema')
  expect(after(1000)).toBe('Proposta não selecionada')
  expect(after(3000)).toBe('Lead salvo com sucesso!')
})

test('a toast under the pointer stays, and an error is shown when the pointer leaves', () => {
  notify.saved('Ligação registrada', { label: 'Desfazer', run: () => {} })
  toasts.hold(true)
  notify.error('Houve um Problema')
  expect(after(20_000)).toBe('Ligação registrada')
  toasts.hold(false)
  expect(shown()).toBe('Houve um Problema')
})

test('a toast with an undo replaces a save after one second', () => {
  notify.saved('Lead salvo com sucesso!')
  notify.saved('Ligação registrada', { label: 'Desfazer', run: () => {} })
  expect(after(1000)).toBe('Ligação registrada')
  expect(toasts.get()?.action?.label).toBe('Desfazer')
})

test('a toast stays under the pointer, and for its full time afterwards', () => {
  notify.success('Copiado')
  vi.advanceTimersByTime(2500)
  toasts.hold(true)
  expect(after(20_000)).toBe('Copiado')
  toasts.hold(false)
  expect(after(2999)).toBe('Copiado')
  expect(after(1)).toBeNull()
})

test('a change that only waits replaces the words of its success, for the whole time of a toast', () => {
  const handle = notify.changed({ message: 'Lead salvo com sucesso!' })
  vi.advanceTimersByTime(2000)
  notify.revised(handle, { message: 'Guardado neste aparelho; será enviado', waits: true })
  expect(toasts.get()).toMatchObject({ message: 'Guardado neste aparelho; será enviado', waits: true })
  expect(after(2999)).toBe('Guardado neste aparelho; será enviado')
  expect(after(1)).toBeNull()
})

test('what waits is told even where the toast of its success has closed, or waits behind another', () => {
  const closed = notify.changed({ message: 'Lead salvo com sucesso!' })
  toasts.close()
  notify.revised(closed, { message: 'Guardado', waits: true })
  expect(shown()).toBe('Guardado')
  toasts.close()
  notify.error('Houve um Problema')
  const behind = notify.changed({ message: 'Lead salvo com sucesso!' })
  notify.revised(behind, { message: 'Guardado', waits: true })
  expect(after(1000)).toBe('Guardado')
})

test('changes that wait are counted together, and never with those that are done', () => {
  const waiting = { message: 'Guardado', waits: true }
  notify.changed({ message: 'Lead salvo com sucesso!' })
  notify.changed(waiting)
  notify.changed(waiting)
  expect(toasts.get()).toMatchObject({ message: 'Lead salvo com sucesso!', saved: 1 })
  vi.advanceTimersByTime(1000)
  expect(toasts.get()).toMatchObject({ message: 'Guardado', saved: 2, waits: true })
})

test('a refused change is no longer counted, and its reason is told at once', () => {
  const [, refused] = [1, 2].map(() => notify.changed({ message: 'Lead salvo com sucesso!' }))
  expect(toasts.get()).toMatchObject({ saved: 2 })
  notify.refused(refused ?? 0, 'O lead já foi finalizado.')
  expect(shown()).toBe('O lead já foi finalizado.')
  vi.advanceTimersByTime(3000)
  expect(toasts.get()).toMatchObject({ message: 'Lead salvo com sucesso!', saved: 1 })
})

test('of two changes in one toast one alone is told otherwise', () => {
  const waiting = { message: 'Guardado neste aparelho; será enviado', waits: true }
  const [first] = [1, 2].map(() => notify.changed(waiting))
  notify.revised(first ?? 0, { message: 'Lead salvo com sucesso!' })
  expect(toasts.get()).toMatchObject({ saved: 1, waits: true })
  vi.advanceTimersByTime(60_000)
})

test('a change that is taken back leaves its toast', () => {
  const handle = notify.changed({ message: 'Guardado neste aparelho; será enviado', waits: true })
  notify.withdrawn(handle)
  expect(toasts.get()).toBeNull()
})
