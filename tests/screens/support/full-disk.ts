/** A full disk: the browser refuses each write of a record, until there is room again. */
import { onTestFinished, vi } from 'vitest'

/** Returns what makes room. */
export function fillsDisk(): () => void {
  const refuse = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  }
  const writes = [
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse),
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(refuse),
  ]
  const makeRoom = () => {
    for (const write of writes) write.mockRestore()
  }
  onTestFinished(makeRoom)
  return makeRoom
}
