/** No schema is loaded here: the page of an indication without login has no room for one. */
export const EMPTY_ADDRESS = {
  cep: '',
  street: '',
  number: '',
  comp: '',
  district: '',
  city: '',
  state: '',
}
