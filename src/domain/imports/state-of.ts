/** States as files write them. */
import { STATES } from '../documents/states.ts'
import { foldText } from '../text/fold.ts'

/** In the order of `STATES`. */
const NAMES =
  'Acre,Alagoas,Amapá,Amazonas,Bahia,Ceará,Distrito Federal,Espírito Santo,Goiás,Maranhão,Mato Grosso,Mato Grosso do Sul,Minas Gerais,Pará,Paraíba,Paraná,Pernambuco,Piauí,Rio de Janeiro,Rio Grande do Norte,Rio Grande do Sul,Rondônia,Roraima,Santa Catarina,São Paulo,Sergipe,Tocantins'
const BY_NAME = new Map(NAMES.split(',').map((name, place) => [foldText(name), STATES[place] ?? '']))

/** The letters of a state that is written in letters or as its name; '' for no text, null for what is no state. */
export function stateOf(text: string): string | null {
  const letters = text.trim().toUpperCase()
  if (letters === '' || STATES.includes(letters)) return letters
  return BY_NAME.get(foldText(text)) ?? null
}
