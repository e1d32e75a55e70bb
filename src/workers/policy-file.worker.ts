/** Reads the PDF of a policy away from the screen, which stays free meanwhile. */
import { expose } from 'comlink'
import { readPolicy } from '../domain/policy/read-policy.ts'
import { readPdfText } from './pdf-text.ts'
import type { PolicyFileApi } from './policy-file-bridge.ts'

const api: PolicyFileApi = {
  read: async (file, today) => {
    const text = await readPdfText(new Uint8Array(await file.arrayBuffer()))
    return text.kind === 'text' ? { kind: 'read', reading: readPolicy(text.items, today) } : text
  },
}

expose(api)
