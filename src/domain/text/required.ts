/** What a field that was left empty is refused with. No schema is loaded here: the first screens say it, too. */
export const REQUIRED_FIELD = 'Campo Obrigatório'
