/** Resolves or rejects as the promise does. Rejects with `sentence` when it takes longer than `ms`. */
export async function within<Value>(ms: number, promise: Promise<Value>, sentence: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
