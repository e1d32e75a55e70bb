/** Reads the dossier in a PDF away from the screen. */
import { expose } from 'comlink'
import type { DossierFileApi } from './dossier-file-bridge.ts'
import { readPdfAttachment } from './pdf-text.ts'

const api: DossierFileApi = {
  read: async (file) => readPdfAttachment(new Uint8Array(await file.arrayBuffer())),
}

expose(api)
