/** What the commands say when they have ended well. */
import { join } from 'node:path'
import { formatNumber, formatTenths } from '../../src/domain/text/formats.ts'
import { formatDateTime } from '../../src/domain/time/sao-paulo.ts'
import { type Made, rowsUnderKey } from './make.ts'
import type { Rehearsed } from './rehearse.ts'
import type { Verified } from './restore.ts'

const MEGABYTE = 1024 * 1024
/** Nothing is said to have 0 MB. */
const SMALLEST = 0.1

const some = (number: number, one: string, more: string) =>
  `${formatNumber(number)} ${number === 1 ? one : more}`

const content = (rows: number, files: number) =>
  `${some(rows, 'linha', 'linhas')} e ${some(files, 'arquivo', 'arquivos')}`

/** A thief with a backup and a tablet must not have this key, too. */
const KEY_APART =
  'a chave dos aparelhos protegidos e dos aplicativos de códigos (DEVICE_KEYS_KEY, ou device-keys.key em DATA_DIR) não está na cópia. Guarde-a em outro lugar.'

export function madeSentence({ file, bytes, rows, files, missing, keyed }: Made, dir: string): string {
  const lost =
    missing === 0
      ? ''
      : `\nATENÇÃO: ${some(missing, 'arquivo citado no banco não existe mais', 'arquivos citados no banco não existem mais')}.`
  const sized = `${formatTenths(Math.max(SMALLEST, bytes / MEGABYTE))} MB`
  const apart = keyed === 0 ? '' : `\nATENÇÃO: ${KEY_APART}`
  return `Cópia feita: ${join(dir, file)} (${sized}, ${content(rows, files)}).${lost}${apart}`
}

export const checkedSentence = ({ rows, tables, files }: Rehearsed): string =>
  `Cópia conferida: restaurada num banco de ensaio, com ${some(tables, 'tabela', 'tabelas')}, ${content(rows, files)}. O banco de ensaio foi apagado.`

const KEY_AGAIN =
  'Há aparelhos protegidos ou aplicativos de códigos: use a mesma DEVICE_KEYS_KEY (ou o arquivo device-keys.key). Sem ela os aparelhos não abrem com PIN, nem depois de uma senha esquecida, e os códigos dos aplicativos não entram: só os de recuperação e as chaves de acesso.'

const NOTHING_TAKEN = 'Depois da cópia não se tirou o acesso de ninguém.'

/**
 * A backup can't know what was erased after it: the security log does. `takenAway`: what the file of revocations says, and
 * what became of it.
 */
export function restoredSentence({ head, manifest }: Verified, takenAway: readonly string[]): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Cópia de ${formatDateTime(head.taken_at)} restaurada: ${content(rows, manifest.files.length)}, conferidos.`,
    'No próximo início cada aparelho baixa tudo outra vez; o que está na fila dele fica e é enviado.',
    'O que se fez depois da cópia e já estava no servidor se perdeu: avise a equipe, que não recebe aviso no Farol.',
    `Repita o que o log de segurança tem desde ${head.taken_at}, que a cópia não conhece:`,
    '- personal_data_erased: exclua de novo os dados destes clientes (about é o número).',
    ...(takenAway.length > 0 ? takenAway : [NOTHING_TAKEN]),
    ...(rowsUnderKey(manifest.tables) > 0 ? [KEY_AGAIN] : []),
  ].join('\n')
}

export const movedSentence = ({ tables, rows }: { readonly tables: number; readonly rows: number }): string =>
  [
    `Banco movido: ${some(tables, 'tabela', 'tabelas')} com ${some(rows, 'linha', 'linhas')}, iguais nos dois bancos.`,
    'Inicie o servidor com DATABASE_URL e a mesma DATA_DIR, onde ficam arquivos, e-mails e o arquivo de revogações. Sessões continuam; cada ' +
      'aparelho baixa tudo outra vez, uma vez.',
    'Se há aparelhos protegidos ou aplicativos de códigos, defina DEVICE_KEYS_KEY com o conteúdo de device-keys.key, que está em DATA_DIR.',
    'O banco embutido não foi mudado. Apague a pasta pglite de DATA_DIR quando tiver uma cópia do novo: ela tem dados de pessoas.',
  ].join('\n')
