"""The shop in FastAPI, SQLAlchemy and SQLite: what a team would write first.

Run by uvicorn with the variables ``SHOP_DATABASE`` (a file) and ``SHOP_THREADS``. An order is
reserved and then billed by a background task of Starlette, after the response, in a transaction
each. What is not done when the process ends is lost, which Jadpo does not allow itself.
"""

import os
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated

import anyio.to_thread
from fastapi import BackgroundTasks, Depends, FastAPI, HTTPException
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import CheckConstraint, Numeric, create_engine, event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, sessionmaker

THREADS = int(os.environ["SHOP_THREADS"])

engine = create_engine(
    f"sqlite:///{os.environ['SHOP_DATABASE']}",
    pool_size=THREADS,
    connect_args={"check_same_thread": False, "timeout": 30},
)
SessionMaker = sessionmaker(engine, expire_on_commit=False)


@event.listens_for(engine, "connect")
def _prepare(connection, _record) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


@event.listens_for(engine, "begin")
def _begin(connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


writing = engine.execution_options(begin="BEGIN IMMEDIATE")


class Base(DeclarativeBase):
    """Tables."""


class Product(Base):
    """A product with its stock."""

    __tablename__ = "product"
    __table_args__ = (CheckConstraint("stock >= 0"),)
    id: Mapped[str] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    price: Mapped[Decimal] = mapped_column(Numeric(12, 2, asdecimal=True))
    stock: Mapped[int]


class Order(Base):
    """An order."""

    __tablename__ = "order"
    id: Mapped[str] = mapped_column(primary_key=True)
    code: Mapped[str]
    quantity: Mapped[int]
    amount: Mapped[Decimal] = mapped_column(Numeric(12, 2, asdecimal=True))
    status: Mapped[str]
    reason: Mapped[str | None]
    billed_at: Mapped[datetime | None]
    placed_at: Mapped[datetime] = mapped_column(index=True)


class LedgerEntry(Base):
    """What was billed."""

    __tablename__ = "ledger_entry"
    id: Mapped[str] = mapped_column(primary_key=True)
    order_id: Mapped[str] = mapped_column(unique=True)
    amount: Mapped[Decimal] = mapped_column(Numeric(12, 2, asdecimal=True))
    reason: Mapped[str]


Code = Annotated[str, Field(min_length=2, max_length=20, pattern="^[A-Z0-9-]+$")]


class NewProduct(BaseModel):
    """A product as it is registered."""

    model_config = ConfigDict(extra="forbid")
    code: Code
    name: Annotated[str, Field(min_length=1, max_length=200)]
    price: Annotated[Decimal, Field(ge=0)]
    stock: Annotated[int, Field(ge=0)]


class PlaceOrder(BaseModel):
    """An order as it is placed."""

    model_config = ConfigDict(extra="forbid")
    code: Code
    quantity: Annotated[int, Field(ge=1, le=1000)]


class ProductOut(BaseModel):
    """A product as it is answered."""

    model_config = ConfigDict(from_attributes=True)
    id: uuid.UUID
    code: str
    name: str
    price: Decimal
    stock: int


class OrderOut(BaseModel):
    """An order as it is answered."""

    model_config = ConfigDict(from_attributes=True)
    id: uuid.UUID
    code: str
    quantity: int
    amount: Decimal
    status: str
    reason: str | None
    billed_at: datetime | None
    placed_at: datetime


@asynccontextmanager
async def _lifespan(_: FastAPI) -> AsyncIterator[None]:
    Base.metadata.create_all(engine)
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    yield


app = FastAPI(lifespan=_lifespan)


def reading_session() -> Iterator[Session]:
    """A session that reads."""
    with SessionMaker() as session:
        yield session


def writing_session() -> Iterator[Session]:
    """A session that writes."""
    with SessionMaker(bind=writing) as session:
        yield session


@app.post("/products", status_code=201)
def register(
    given: NewProduct, session: Annotated[Session, Depends(writing_session)]
) -> ProductOut:
    """Register a product."""
    product = Product(id=str(uuid.uuid4()), **given.model_dump())
    session.add(product)
    session.commit()
    return ProductOut.model_validate(product)


@app.post("/orders")
def place(
    given: PlaceOrder,
    later: BackgroundTasks,
    session: Annotated[Session, Depends(writing_session)],
) -> OrderOut:
    """Place an order; it is reserved and billed after the answer."""
    order = Order(
        id=str(uuid.uuid4()),
        code=given.code,
        quantity=given.quantity,
        amount=Decimal(0),
        status="placed",
        placed_at=datetime.now(UTC),
    )
    session.add(order)
    session.commit()
    later.add_task(reserve, order.id)
    return OrderOut.model_validate(order)


@app.get("/orders/{order_id}")
def by_id(order_id: uuid.UUID, session: Annotated[Session, Depends(reading_session)]) -> OrderOut:
    """One order."""
    order = session.get(Order, str(order_id))
    if order is None:
        raise HTTPException(404)
    return OrderOut.model_validate(order)


def reserve(order_id: str) -> None:
    """Take the stock of an order, then bill it."""
    with SessionMaker(bind=writing) as session, session.begin():
        order = session.get_one(Order, order_id)
        product = session.scalar(select(Product).where(Product.code == order.code))
        if product is None or product.stock < order.quantity:
            order.status = "refused"
            order.reason = "unknown_product" if product is None else "out_of_stock"
            return
        product.stock -= order.quantity
        order.amount = product.price * order.quantity
        order.status = "reserved"
    bill(order_id)


def bill(order_id: str) -> None:
    """Bill an order."""
    with SessionMaker(bind=writing) as session, session.begin():
        order = session.get_one(Order, order_id)
        session.add(
            LedgerEntry(
                id=str(uuid.uuid4()), order_id=order.id, amount=order.amount, reason="order"
            )
        )
        order.status = "billed"
        order.billed_at = datetime.now(UTC)
