/** The window's side of the worker that reads the dossier in a PDF. */
import { wrap } from 'comlink'

export interface DossierFileApi {
  /** null: no JSON is attached, or the file is no PDF. */
  readonly read: (file: Blob) => Promise<string | null>
}

/** A hostile PDF may keep a processor busy for ever. */
const PATIENCE_MS = 30_000

/** Returns the JSON that is attached to a PDF; null: none can be read. The file does not leave the device. */
export function readDossierPdf(file: Blob): Promise<string | null> {
  const worker = new Worker(new URL('./dossier-file.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    const end = (text: string | null) => {
      clearTimeout(patience)
      worker.terminate()
      resolve(text)
    }
    const patience = setTimeout(() => end(null), PATIENCE_MS)
    // The worker's code did not come.
    worker.addEventListener('error', () => end(null))
    wrap<DossierFileApi>(worker)
      .read(file)
      .then(end, (error: unknown) => {
        reportError(error)
        end(null)
      })
  })
}
