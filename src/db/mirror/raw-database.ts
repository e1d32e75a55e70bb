/** A database without Dexie, whose code is still loading then. Nothing is created or upgraded. */

/** Resolves to what the request answers. Rejects with its error. */
export const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gave no reason.'))
  })

/** Opens a database in the version that it has. Returns null when it does not exist. */
export async function present(name: string): Promise<IDBDatabase | null> {
  const opening = indexedDB.open(name)
  let isMissing = false
  opening.onupgradeneeded = () => {
    isMissing = true
    opening.transaction?.abort()
  }
  try {
    return await answered(opening)
  } catch (error) {
    if (isMissing) return null
    throw error
  }
}
