/** A storage of the browser in memory, for tests without one. */
export function memoryStorage(): Storage {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (place) => [...texts.keys()][place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
  }
}
