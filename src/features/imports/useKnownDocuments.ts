/** The documents of the clients that this device has, read once a file is there. */
import { useEffect, useState } from 'react'
import { loadStore } from '../../db/store.ts'

/** Returns undefined until they are read. Without `wanted` nothing is read. */
export function useKnownDocuments(userId: number, wanted: boolean): readonly string[] | undefined {
  const [documents, setDocuments] = useState<readonly string[] | undefined>()
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void loadStore()
      .then(({ clientDocuments, openMirror }) => clientDocuments(openMirror(userId)))
      // Only a sentence of the preview is without them.
      .catch(() => [])
      .then((read) => {
        if (!gone) setDocuments(read)
      })
    return () => {
      gone = true
    }
  }, [userId, wanted])
  return documents
}
