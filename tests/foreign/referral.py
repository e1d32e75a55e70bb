"""A referral as docs/sync-protocol.md#creating-a-lead wants it."""

import random

from wire import Row

NO_VALUE = (
    "contact_type",
    "quoted_type",
    "sold_type",
    "contact_date",
    "quoted_date",
    "sold_date",
    "sold",
    "lost_sale",
    "competitor_broker",
    "sale_value_cents",
    "commission_percentage",
    "insurance_expiration",
    "proposal",
    "endorsement_date",
    "end_of_validity",
    "old_insurer",
    "old_end_of_validity",
    "backup_car",
    "pague_menos",
    "seguro_conteudo",
)
ADDRESS = {
    "cep": "01310100",
    "street": "Avenida Paulista",
    "number": "1000",
    "comp": "",
    "district": "Bela Vista",
    "city": "São Paulo",
    "state": "SP",
}


def document(rng: random.Random) -> str:
    """A CPF with right check digits."""
    digits = [rng.randrange(10) for _ in range(9)]
    for length in (9, 10):
        rest = sum(digit * (length + 1 - place) for place, digit in enumerate(digits)) * 10 % 11
        digits.append(rest % 10)
    return "".join(map(str, digits))


def a_referral(rng: random.Random, me: Row, mark: str, now: str) -> tuple[Row, Row]:
    """A lead and its client. `mark` is what they are known by."""
    client: Row = {
        "name": f"Pessoa {mark}",
        "phone": "",
        "cellphone": "11987654321",
        "mail": f"{mark}@example.com",
        "cpf": document(rng),
        "rg": "123456789",
        "birth_date": "1988-05-17",
        "address": dict(ADDRESS),
    }
    lead: Row = dict.fromkeys(NO_VALUE) | {
        "channel_id": 29,
        "inviter_id": me["id"],
        "broker_id": None,
        "partner_id": me["partners"][0]["id"] if me["partners"] else 24,
        "insurance_id": 4,
        "proposal_date": now,
        "product": mark,
        "additional_information": "",
        "date_fail": False,
        "product_details": {"details": "", "chassis": "", "license_plate": "", "year": "", "brand": ""},
    }
    return lead, client
