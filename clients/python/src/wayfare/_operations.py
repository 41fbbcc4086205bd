"""Generated from docs/reference/openapi.json by npm run generate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, cast

from ._operation import Operation

if TYPE_CHECKING:
    from typing import List, Literal, Union

    from . import types
    from ._pages import AsyncPages, Pages

VERSION = "0.2.0"

OPERATIONS: Dict[str, Operation] = {
    "getMetrics": Operation("GET", "/metrics", takes_key=False, idempotent=True, response_type="text"),
    "getHealth": Operation("GET", "/healthz", takes_key=False, idempotent=True),
    "getReadiness": Operation("GET", "/readyz", takes_key=False, idempotent=True, extra_status=503),
    "searchFlights": Operation("POST", "/v1/flights/search", takes_key=True, idempotent=True),
    "searchAndScore": Operation("POST", "/v1/search", takes_key=True, idempotent=True),
    "getCalendar": Operation("POST", "/v1/flights/calendar", takes_key=True, idempotent=True),
    "exploreDestinations": Operation("POST", "/v1/flights/explore", takes_key=True, idempotent=True),
    "getPriceLevel": Operation("GET", "/v1/flights/price-level", takes_key=False, idempotent=True),
    "getOffer": Operation("GET", "/v1/offers/{id}", takes_key=False, idempotent=True),
    "listSuppliers": Operation("GET", "/v1/suppliers", takes_key=False, idempotent=True),
    "checkSupplier": Operation("POST", "/v1/suppliers/{name}/check", takes_key=False, idempotent=True),
    "changeSupplier": Operation("PUT", "/v1/suppliers/{name}", takes_key=False, idempotent=True),
    "disconnectSupplier": Operation("DELETE", "/v1/suppliers/{name}", takes_key=False, idempotent=True),
    "listBookings": Operation("GET", "/v1/bookings", takes_key=False, idempotent=True),
    "createBooking": Operation("POST", "/v1/bookings", takes_key=True, idempotent=True),
    "getBooking": Operation("GET", "/v1/bookings/{id}", takes_key=False, idempotent=True),
    "cancelBooking": Operation("POST", "/v1/bookings/{id}/cancel", takes_key=True, idempotent=True),
    "acceptChange": Operation("POST", "/v1/bookings/{id}/changes/{changeId}/accept", takes_key=False, idempotent=False),
    "cancelChangedBooking": Operation("POST", "/v1/bookings/{id}/changes/{changeId}/cancel", takes_key=True, idempotent=True),
    "eraseTravelers": Operation("POST", "/v1/bookings/{id}/erase-travelers", takes_key=False, idempotent=False),
    "listOperatorBookings": Operation("GET", "/v1/operator/bookings", takes_key=False, idempotent=True),
    "settleBooking": Operation("POST", "/v1/operator/bookings/{id}/settle", takes_key=False, idempotent=False),
    "listWatches": Operation("GET", "/v1/watches", takes_key=False, idempotent=True),
    "createWatch": Operation("POST", "/v1/watches", takes_key=True, idempotent=True),
    "getWatch": Operation("GET", "/v1/watches/{id}", takes_key=False, idempotent=True),
    "changeWatch": Operation("PATCH", "/v1/watches/{id}", takes_key=False, idempotent=False),
    "deleteWatch": Operation("DELETE", "/v1/watches/{id}", takes_key=False, idempotent=False),
    "listKeys": Operation("GET", "/v1/keys", takes_key=False, idempotent=True),
    "createKey": Operation("POST", "/v1/keys", takes_key=True, idempotent=True),
    "getOwnKey": Operation("GET", "/v1/keys/self", takes_key=False, idempotent=True),
    "getKey": Operation("GET", "/v1/keys/{id}", takes_key=False, idempotent=True),
    "changeKey": Operation("PATCH", "/v1/keys/{id}", takes_key=False, idempotent=True),
    "rollKey": Operation("POST", "/v1/keys/{id}/roll", takes_key=True, idempotent=True),
    "revokeKey": Operation("POST", "/v1/keys/{id}/revoke", takes_key=False, idempotent=True),
    "revokeLeakedKey": Operation("POST", "/v1/keys/revoke-leaked", takes_key=False, idempotent=True),
    "listApplications": Operation("GET", "/v1/applications", takes_key=False, idempotent=True),
    "createApplication": Operation("POST", "/v1/applications", takes_key=True, idempotent=True),
    "getApplication": Operation("GET", "/v1/applications/{id}", takes_key=False, idempotent=True),
    "changeApplication": Operation("PATCH", "/v1/applications/{id}", takes_key=False, idempotent=True),
    "deleteApplication": Operation("DELETE", "/v1/applications/{id}", takes_key=False, idempotent=False),
    "getAccount": Operation("GET", "/v1/account", takes_key=False, idempotent=True),
    "changeAccount": Operation("PATCH", "/v1/account", takes_key=False, idempotent=True),
    "listAuditEvents": Operation("GET", "/v1/audit-events", takes_key=False, idempotent=True),
    "listCustomerAccounts": Operation("GET", "/v1/operator/accounts", takes_key=False, idempotent=True),
    "createCustomerAccount": Operation("POST", "/v1/operator/accounts", takes_key=True, idempotent=True),
    "getCustomerAccount": Operation("GET", "/v1/operator/accounts/{id}", takes_key=False, idempotent=True),
    "changeCustomerAccount": Operation("PATCH", "/v1/operator/accounts/{id}", takes_key=False, idempotent=False),
    "suspendCustomerAccount": Operation("POST", "/v1/operator/accounts/{id}/suspend", takes_key=False, idempotent=False),
    "resumeCustomerAccount": Operation("POST", "/v1/operator/accounts/{id}/resume", takes_key=False, idempotent=False),
    "closeCustomerAccount": Operation("POST", "/v1/operator/accounts/{id}/close", takes_key=False, idempotent=False),
    "setCustomerAccountPlan": Operation("POST", "/v1/operator/accounts/{id}/plan", takes_key=False, idempotent=False),
    "listOperatorPlans": Operation("GET", "/v1/operator/plans", takes_key=False, idempotent=True),
    "createPlan": Operation("POST", "/v1/operator/plans", takes_key=True, idempotent=True),
    "getOperatorPlan": Operation("GET", "/v1/operator/plans/{name}", takes_key=False, idempotent=True),
    "changePlan": Operation("PATCH", "/v1/operator/plans/{name}", takes_key=False, idempotent=False),
    "previewPlan": Operation("POST", "/v1/operator/plans/preview", takes_key=False, idempotent=False),
    "listSignUpInvitations": Operation("GET", "/v1/operator/sign-up-invitations", takes_key=False, idempotent=True),
    "createSignUpInvitation": Operation("POST", "/v1/operator/sign-up-invitations", takes_key=True, idempotent=True),
    "deleteSignUpInvitation": Operation("DELETE", "/v1/operator/sign-up-invitations/{id}", takes_key=False, idempotent=False),
    "createPasswordReset": Operation("POST", "/v1/operator/password-resets", takes_key=False, idempotent=False),
    "listOperatorAuditEvents": Operation("GET", "/v1/operator/audit-events", takes_key=False, idempotent=True),
    "getQueues": Operation("GET", "/v1/operator/queues", takes_key=False, idempotent=True),
    "listOperatorSuppliers": Operation("GET", "/v1/operator/suppliers", takes_key=False, idempotent=True),
    "getDeploymentHealth": Operation("GET", "/v1/operator/health", takes_key=False, idempotent=True),
    "eraseCustomerAccount": Operation("POST", "/v1/operator/accounts/{id}/erase", takes_key=False, idempotent=False),
    "getCustomerAccountErasure": Operation("GET", "/v1/operator/accounts/{id}/erase", takes_key=False, idempotent=True),
    "eraseCustomerUser": Operation("POST", "/v1/operator/accounts/{id}/users/{userId}/erase", takes_key=False, idempotent=False),
    "exportCustomerAccount": Operation("POST", "/v1/operator/accounts/{id}/export", takes_key=False, idempotent=False, response_type="bytes"),
    "getCustomerBilling": Operation("GET", "/v1/operator/accounts/{id}/billing", takes_key=False, idempotent=True),
    "listCustomerInvoices": Operation("GET", "/v1/operator/accounts/{id}/invoices", takes_key=False, idempotent=True),
    "getCustomerInvoicePdf": Operation("GET", "/v1/operator/accounts/{id}/invoices/{invoiceId}/pdf", takes_key=False, idempotent=True, response_type="bytes"),
    "payCustomerInvoice": Operation("POST", "/v1/operator/accounts/{id}/invoices/{invoiceId}/pay", takes_key=False, idempotent=False),
    "voidCustomerInvoice": Operation("POST", "/v1/operator/accounts/{id}/invoices/{invoiceId}/void", takes_key=False, idempotent=False),
    "creditCustomerInvoice": Operation("POST", "/v1/operator/accounts/{id}/invoices/{invoiceId}/credit-notes", takes_key=True, idempotent=True),
    "listUsage": Operation("GET", "/v1/usage", takes_key=False, idempotent=True),
    "getCurrentUsage": Operation("GET", "/v1/usage/current", takes_key=False, idempotent=True),
    "listPlans": Operation("GET", "/v1/billing/plans", takes_key=False, idempotent=True),
    "getSubscription": Operation("GET", "/v1/billing/subscription", takes_key=False, idempotent=True),
    "previewSubscription": Operation("POST", "/v1/billing/subscription/preview", takes_key=False, idempotent=True),
    "changeSubscription": Operation("POST", "/v1/billing/subscription/change", takes_key=True, idempotent=True),
    "cancelSubscription": Operation("POST", "/v1/billing/subscription/cancel", takes_key=True, idempotent=True),
    "resumeSubscription": Operation("POST", "/v1/billing/subscription/resume", takes_key=True, idempotent=True),
    "getSpend": Operation("GET", "/v1/billing/spend", takes_key=False, idempotent=True),
    "listInvoices": Operation("GET", "/v1/billing/invoices", takes_key=False, idempotent=True),
    "getInvoice": Operation("GET", "/v1/billing/invoices/{id}", takes_key=False, idempotent=True),
    "getInvoicePdf": Operation("GET", "/v1/billing/invoices/{id}/pdf", takes_key=False, idempotent=True, response_type="bytes"),
    "openPaymentPage": Operation("POST", "/v1/billing/invoices/{id}/payment-page", takes_key=False, idempotent=False),
    "markInvoicePaid": Operation("POST", "/v1/billing/invoices/{id}/mark-paid", takes_key=True, idempotent=True),
    "getCreditBalance": Operation("GET", "/v1/billing/credit-balance", takes_key=False, idempotent=True),
    "listCreditEntries": Operation("GET", "/v1/billing/credit-balance/entries", takes_key=False, idempotent=True),
    "getBillingDetails": Operation("GET", "/v1/billing/details", takes_key=False, idempotent=True),
    "setBillingDetails": Operation("PUT", "/v1/billing/details", takes_key=False, idempotent=False),
    "redeemCoupon": Operation("POST", "/v1/billing/coupons/redeem", takes_key=True, idempotent=True),
    "listRequests": Operation("GET", "/v1/requests", takes_key=False, idempotent=True),
    "getRequest": Operation("GET", "/v1/requests/{id}", takes_key=False, idempotent=True),
    "listWebhooks": Operation("GET", "/v1/webhooks", takes_key=False, idempotent=True),
    "createWebhook": Operation("POST", "/v1/webhooks", takes_key=True, idempotent=True),
    "getWebhook": Operation("GET", "/v1/webhooks/{id}", takes_key=False, idempotent=True),
    "changeWebhook": Operation("PATCH", "/v1/webhooks/{id}", takes_key=False, idempotent=True),
    "deleteWebhook": Operation("DELETE", "/v1/webhooks/{id}", takes_key=False, idempotent=False),
    "verifyWebhook": Operation("POST", "/v1/webhooks/{id}/verify", takes_key=False, idempotent=True),
    "rotateWebhookSecret": Operation("POST", "/v1/webhooks/{id}/rotate", takes_key=True, idempotent=True),
    "testWebhook": Operation("POST", "/v1/webhooks/{id}/test", takes_key=True, idempotent=True),
    "replayWebhook": Operation("POST", "/v1/webhooks/{id}/replay", takes_key=True, idempotent=True),
    "getWebhookReplay": Operation("GET", "/v1/webhooks/{id}/replays/{replayId}", takes_key=False, idempotent=True),
    "listDeliveries": Operation("GET", "/v1/deliveries", takes_key=False, idempotent=True),
    "getDelivery": Operation("GET", "/v1/deliveries/{id}", takes_key=False, idempotent=True),
    "retryDelivery": Operation("POST", "/v1/deliveries/{id}/retry", takes_key=False, idempotent=False),
    "listEvents": Operation("GET", "/v1/events", takes_key=False, idempotent=True),
    "triggerEvent": Operation("POST", "/v1/test/events", takes_key=True, idempotent=True),
    "getEvent": Operation("GET", "/v1/events/{id}", takes_key=False, idempotent=True),
    "listEventTypes": Operation("GET", "/v1/event-types", takes_key=False, idempotent=True),
    "getRetrySchedule": Operation("GET", "/v1/retry-schedule", takes_key=False, idempotent=True),
    "getTestClock": Operation("GET", "/v1/test/clock", takes_key=False, idempotent=True),
    "advanceTestClock": Operation("POST", "/v1/test/clock/advance", takes_key=False, idempotent=False),
    "resetTestClock": Operation("POST", "/v1/test/clock/reset", takes_key=False, idempotent=False),
    "listPlaces": Operation("GET", "/v1/places", takes_key=False, idempotent=True),
    "listPrograms": Operation("GET", "/v1/programs", takes_key=False, idempotent=True),
    "listAirlines": Operation("GET", "/v1/airlines", takes_key=False, idempotent=True),
    "listAircraft": Operation("GET", "/v1/aircraft", takes_key=False, idempotent=True),
    "listCurrencies": Operation("GET", "/v1/currencies", takes_key=False, idempotent=True),
}


class Operations:
    """The operations of the API."""

    def _call(
        self,
        operation: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Any:
        raise NotImplementedError

    def _pages(self, operation: str, **parts: Any) -> Any:
        raise NotImplementedError

    def get_metrics(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> str:
        """Get Prometheus metrics."""
        return cast("str", self._call("getMetrics", timeout=timeout, max_retries=max_retries))

    def get_health(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Health:
        """Check that the process is alive."""
        return cast("types.Health", self._call("getHealth", timeout=timeout, max_retries=max_retries))

    def get_readiness(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Readiness:
        """Check that the instance is ready."""
        return cast("types.Readiness", self._call("getReadiness", timeout=timeout, max_retries=max_retries))

    def search_flights(
        self,
        body: types.SearchRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AnySearchResponse:
        """Search flights."""
        return cast("types.AnySearchResponse", self._call("searchFlights", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def search_and_score(
        self,
        body: types.SearchRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AnyScoredSearchResponse:
        """Search and rank flights."""
        return cast("types.AnyScoredSearchResponse", self._call("searchAndScore", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_calendar(
        self,
        body: types.CalendarRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CalendarResponse:
        """Find the lowest prices of many days."""
        return cast("types.CalendarResponse", self._call("getCalendar", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def explore_destinations(
        self,
        body: types.ExploreRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ExploreResponse:
        """Find the lowest prices of many destinations."""
        return cast("types.ExploreResponse", self._call("exploreDestinations", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_price_level(
        self,
        *,
        origin: str,
        destination: str,
        departure_date: str,
        cabin: Optional[types.Cabin] = None,
        currency: Optional[types.Currency] = None,
        amount: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PriceLevel:
        """Compare a price with usual ones."""
        return cast("types.PriceLevel", self._call("getPriceLevel", query={"origin": origin, "destination": destination, "departureDate": departure_date, "cabin": cabin, "currency": currency, "amount": amount}, timeout=timeout, max_retries=max_retries))

    def get_offer(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OfferResponse:
        """Get the current price of an offer."""
        return cast("types.OfferResponse", self._call("getOffer", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_suppliers(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SupplierList:
        """List live suppliers."""
        return cast("types.SupplierList", self._call("listSuppliers", timeout=timeout, max_retries=max_retries))

    def check_supplier(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Supplier:
        """Check a supplier's credential."""
        return cast("types.Supplier", self._call("checkSupplier", path={"name": name}, timeout=timeout, max_retries=max_retries))

    def change_supplier(
        self,
        name: str,
        body: Optional[types.ChangeSupplier] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Supplier:
        """Connect or change a supplier."""
        return cast("types.Supplier", self._call("changeSupplier", path={"name": name}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def disconnect_supplier(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Supplier:
        """Disconnect a supplier."""
        return cast("types.Supplier", self._call("disconnectSupplier", path={"name": name}, timeout=timeout, max_retries=max_retries))

    def list_bookings(
        self,
        *,
        status: Optional[types.BookingStatus] = None,
        reference: Optional[str] = None,
        client_reference: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Booking]:
        """List bookings."""
        return cast("Pages[types.Booking]", self._pages("listBookings", query={"status": status, "reference": reference, "clientReference": client_reference, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_booking(
        self,
        body: types.CreateBooking,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Book an offer."""
        return cast("types.Booking", self._call("createBooking", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_booking(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Get a booking."""
        return cast("types.Booking", self._call("getBooking", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def cancel_booking(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Cancel a booking."""
        return cast("types.Booking", self._call("cancelBooking", path={"id": id}, query={"dryRun": dry_run}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def accept_change(
        self,
        id: str,
        change_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Accept a change by the airline."""
        return cast("types.Booking", self._call("acceptChange", path={"id": id, "changeId": change_id}, timeout=timeout, max_retries=max_retries))

    def cancel_changed_booking(
        self,
        id: str,
        change_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Cancel a booking instead of accepting a change."""
        return cast("types.Booking", self._call("cancelChangedBooking", path={"id": id, "changeId": change_id}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def erase_travelers(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Erase travelers' data."""
        return cast("types.Booking", self._call("eraseTravelers", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_operator_bookings(
        self,
        *,
        type: Optional[types.OrderReportType] = None,
        open: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.OperatorBooking]:
        """List bookings that need an operator."""
        return cast("Pages[types.OperatorBooking]", self._pages("listOperatorBookings", query={"type": type, "open": open, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def settle_booking(
        self,
        id: str,
        body: types.SettleBooking,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorBooking:
        """Settle a booking."""
        return cast("types.OperatorBooking", self._call("settleBooking", path={"id": id}, body=body, timeout=timeout, max_retries=max_retries))

    def list_watches(
        self,
        *,
        status: Optional[types.WatchStatus] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Watch]:
        """List watches."""
        return cast("Pages[types.Watch]", self._pages("listWatches", query={"status": status, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_watch(
        self,
        body: types.CreateWatch,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Watch:
        """Create a watch."""
        return cast("types.Watch", self._call("createWatch", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_watch(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Watch:
        """Get a watch."""
        return cast("types.Watch", self._call("getWatch", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def change_watch(
        self,
        id: str,
        body: Optional[types.ChangeWatch] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Watch:
        """Change a watch."""
        return cast("types.Watch", self._call("changeWatch", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def delete_watch(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedWatch:
        """Delete a watch."""
        return cast("types.DeletedWatch", self._call("deleteWatch", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_keys(
        self,
        *,
        status: Optional[types.KeyStatus] = None,
        application_id: Optional[types.ApplicationId] = None,
        idle: Optional[bool] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Key]:
        """List keys."""
        return cast("Pages[types.Key]", self._pages("listKeys", query={"status": status, "applicationId": application_id, "idle": idle, "search": search, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_key(
        self,
        body: types.CreateKey,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewKey:
        """Create a key."""
        return cast("types.NewKey", self._call("createKey", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_own_key(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Key:
        """Get the calling key."""
        return cast("types.Key", self._call("getOwnKey", timeout=timeout, max_retries=max_retries))

    def get_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Key:
        """Get a key."""
        return cast("types.Key", self._call("getKey", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def change_key(
        self,
        id: str,
        body: Optional[types.ChangeKey] = None,
        *,
        force: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Key:
        """Change a key."""
        return cast("types.Key", self._call("changeKey", path={"id": id}, query={"force": force}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def roll_key(
        self,
        id: str,
        body: Optional[types.RollKey] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewKey:
        """Roll a key."""
        return cast("types.NewKey", self._call("rollKey", path={"id": id}, body={} if body is None else body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def revoke_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Revocation:
        """Revoke a key."""
        return cast("types.Revocation", self._call("revokeKey", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def revoke_leaked_key(
        self,
        body: types.LeakedKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.LeakedKeyRevocation:
        """Revoke a leaked key."""
        return cast("types.LeakedKeyRevocation", self._call("revokeLeakedKey", body=body, timeout=timeout, max_retries=max_retries))

    def list_applications(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Application]:
        """List applications."""
        return cast("Pages[types.Application]", self._pages("listApplications", query={"search": search, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_application(
        self,
        body: types.CreateApplication,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Application:
        """Create an application."""
        return cast("types.Application", self._call("createApplication", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_application(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Application:
        """Get an application."""
        return cast("types.Application", self._call("getApplication", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def change_application(
        self,
        id: str,
        body: Optional[types.ChangeApplication] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Application:
        """Change an application."""
        return cast("types.Application", self._call("changeApplication", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def delete_application(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedApplication:
        """Delete an application."""
        return cast("types.DeletedApplication", self._call("deleteApplication", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def get_account(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Get the account."""
        return cast("types.Account", self._call("getAccount", timeout=timeout, max_retries=max_retries))

    def change_account(
        self,
        body: Optional[types.ChangeAccount] = None,
        *,
        force: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Change the account."""
        return cast("types.Account", self._call("changeAccount", query={"force": force}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def list_audit_events(
        self,
        *,
        type: Optional[types.AuditEventType] = None,
        subject_id: Optional[str] = None,
        actor_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.AuditEvent]:
        """List audit events."""
        return cast("Pages[types.AuditEvent]", self._pages("listAuditEvents", query={"type": type, "subjectId": subject_id, "actorId": actor_id, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_customer_accounts(
        self,
        *,
        search: Optional[str] = None,
        status: Optional[types.AccountStatus] = None,
        plan: Optional[types.PlanName] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.CustomerAccount]:
        """List accounts."""
        return cast("Pages[types.CustomerAccount]", self._pages("listCustomerAccounts", query={"search": search, "status": status, "plan": plan, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_customer_account(
        self,
        body: types.CreateCustomerAccount,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewCustomerAccount:
        """Create an account."""
        return cast("types.NewCustomerAccount", self._call("createCustomerAccount", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_customer_account(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Get an account."""
        return cast("types.CustomerAccount", self._call("getCustomerAccount", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def change_customer_account(
        self,
        id: str,
        body: Optional[types.ChangeCustomerAccount] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Change an account."""
        return cast("types.CustomerAccount", self._call("changeCustomerAccount", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def suspend_customer_account(
        self,
        id: str,
        body: types.SuspendAccount,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Suspend an account."""
        return cast("types.CustomerAccount", self._call("suspendCustomerAccount", path={"id": id}, body=body, timeout=timeout, max_retries=max_retries))

    def resume_customer_account(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Resume an account."""
        return cast("types.CustomerAccount", self._call("resumeCustomerAccount", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def close_customer_account(
        self,
        id: str,
        body: Optional[types.CloseAccount] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Close an account."""
        return cast("types.CustomerAccount", self._call("closeCustomerAccount", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def set_customer_account_plan(
        self,
        id: str,
        body: types.SetAccountPlan,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Set the plan of an account."""
        return cast("types.CustomerAccount", self._call("setCustomerAccountPlan", path={"id": id}, body=body, timeout=timeout, max_retries=max_retries))

    def list_operator_plans(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.OperatorPlan]:
        """List plans of the deployment."""
        return cast("Pages[types.OperatorPlan]", self._pages("listOperatorPlans", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_plan(
        self,
        body: types.CreatePlan,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorPlan:
        """Create a plan or a version of one."""
        return cast("types.OperatorPlan", self._call("createPlan", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_operator_plan(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorPlanDetail:
        """Get a plan of the deployment."""
        return cast("types.OperatorPlanDetail", self._call("getOperatorPlan", path={"name": name}, timeout=timeout, max_retries=max_retries))

    def change_plan(
        self,
        name: str,
        body: Optional[types.ChangePlan] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorPlan:
        """Change a plan."""
        return cast("types.OperatorPlan", self._call("changePlan", path={"name": name}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def preview_plan(
        self,
        body: types.CreatePlan,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PlanPreview:
        """Preview a version of a plan."""
        return cast("types.PlanPreview", self._call("previewPlan", body=body, timeout=timeout, max_retries=max_retries))

    def list_sign_up_invitations(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.SignUpInvitation]:
        """List sign-up invitations."""
        return cast("Pages[types.SignUpInvitation]", self._pages("listSignUpInvitations", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_sign_up_invitation(
        self,
        body: types.CreateSignUpInvitation,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewSignUpInvitation:
        """Invite a customer."""
        return cast("types.NewSignUpInvitation", self._call("createSignUpInvitation", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def delete_sign_up_invitation(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedSignUpInvitation:
        """Withdraw a sign-up invitation."""
        return cast("types.DeletedSignUpInvitation", self._call("deleteSignUpInvitation", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def create_password_reset(
        self,
        body: types.CreatePasswordReset,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasswordReset:
        """Reset a password."""
        return cast("types.PasswordReset", self._call("createPasswordReset", body=body, timeout=timeout, max_retries=max_retries))

    def list_operator_audit_events(
        self,
        *,
        account_id: Optional[types.AccountId] = None,
        type: Optional[types.AuditEventType] = None,
        actor_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.OperatorAuditEvent]:
        """List audit events of all accounts."""
        return cast("Pages[types.OperatorAuditEvent]", self._pages("listOperatorAuditEvents", query={"accountId": account_id, "type": type, "actorId": actor_id, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_queues(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Queues:
        """Get the queues of the deployment."""
        return cast("types.Queues", self._call("getQueues", timeout=timeout, max_retries=max_retries))

    def list_operator_suppliers(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorSupplierList:
        """List suppliers of the deployment."""
        return cast("types.OperatorSupplierList", self._call("listOperatorSuppliers", timeout=timeout, max_retries=max_retries))

    def get_deployment_health(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeploymentHealth:
        """Get the health of the deployment."""
        return cast("types.DeploymentHealth", self._call("getDeploymentHealth", timeout=timeout, max_retries=max_retries))

    def erase_customer_account(
        self,
        id: str,
        body: Optional[types.EraseAccount] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Erasure:
        """Erase an account."""
        return cast("types.Erasure", self._call("eraseCustomerAccount", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def get_customer_account_erasure(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Erasure:
        """Get the erasure of an account."""
        return cast("types.Erasure", self._call("getCustomerAccountErasure", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def erase_customer_user(
        self,
        id: str,
        user_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Erasure:
        """Erase a user."""
        return cast("types.Erasure", self._call("eraseCustomerUser", path={"id": id, "userId": user_id}, timeout=timeout, max_retries=max_retries))

    def export_customer_account(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Export an account."""
        return cast("bytes", self._call("exportCustomerAccount", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def get_customer_billing(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerBilling:
        """Get the billing of an account."""
        return cast("types.CustomerBilling", self._call("getCustomerBilling", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_customer_invoices(
        self,
        id: str,
        *,
        status: Optional[types.InvoiceStatus] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Invoice]:
        """List invoices of an account."""
        return cast("Pages[types.Invoice]", self._pages("listCustomerInvoices", path={"id": id}, query={"status": status, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_customer_invoice_pdf(
        self,
        id: str,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Get an invoice of an account as a PDF."""
        return cast("bytes", self._call("getCustomerInvoicePdf", path={"id": id, "invoiceId": invoice_id}, timeout=timeout, max_retries=max_retries))

    def pay_customer_invoice(
        self,
        id: str,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Mark an invoice of an account as paid."""
        return cast("types.Invoice", self._call("payCustomerInvoice", path={"id": id, "invoiceId": invoice_id}, timeout=timeout, max_retries=max_retries))

    def void_customer_invoice(
        self,
        id: str,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Void an invoice of an account."""
        return cast("types.Invoice", self._call("voidCustomerInvoice", path={"id": id, "invoiceId": invoice_id}, timeout=timeout, max_retries=max_retries))

    def credit_customer_invoice(
        self,
        id: str,
        invoice_id: str,
        body: types.CreateCreditNote,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Credit an invoice of an account."""
        return cast("types.Invoice", self._call("creditCustomerInvoice", path={"id": id, "invoiceId": invoice_id}, body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list_usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        granularity: Optional[types.UsageGranularity] = None,
        group_by: Optional[types.UsageGroup] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Usage]:
        """List usage."""
        return cast("Pages[types.Usage]", self._pages("listUsage", query={"from": from_, "to": to, "granularity": granularity, "groupBy": group_by, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_current_usage(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CurrentUsage:
        """Get the usage of the current period."""
        return cast("types.CurrentUsage", self._call("getCurrentUsage", timeout=timeout, max_retries=max_retries))

    def list_plans(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PlanList:
        """List plans."""
        return cast("types.PlanList", self._call("listPlans", timeout=timeout, max_retries=max_retries))

    def get_subscription(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Get the subscription."""
        return cast("types.Subscription", self._call("getSubscription", timeout=timeout, max_retries=max_retries))

    def preview_subscription(
        self,
        body: types.PreviewSubscription,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SubscriptionPreview:
        """Preview a plan change."""
        return cast("types.SubscriptionPreview", self._call("previewSubscription", body=body, timeout=timeout, max_retries=max_retries))

    def change_subscription(
        self,
        body: types.ChangeSubscription,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SubscriptionChange:
        """Change the plan."""
        return cast("types.SubscriptionChange", self._call("changeSubscription", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def cancel_subscription(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Cancel the subscription."""
        return cast("types.Subscription", self._call("cancelSubscription", idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def resume_subscription(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Resume the subscription."""
        return cast("types.Subscription", self._call("resumeSubscription", idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_spend(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Spend:
        """Get the current spend."""
        return cast("types.Spend", self._call("getSpend", timeout=timeout, max_retries=max_retries))

    def list_invoices(
        self,
        *,
        status: Optional[types.InvoiceStatus] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Invoice]:
        """List invoices."""
        return cast("Pages[types.Invoice]", self._pages("listInvoices", query={"status": status, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_invoice(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Get an invoice."""
        return cast("types.Invoice", self._call("getInvoice", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def get_invoice_pdf(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Get an invoice as a PDF."""
        return cast("bytes", self._call("getInvoicePdf", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def open_payment_page(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PaymentPage:
        """Create a payment page."""
        return cast("types.PaymentPage", self._call("openPaymentPage", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def mark_invoice_paid(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Mark a test invoice as paid."""
        return cast("types.Invoice", self._call("markInvoicePaid", path={"id": id}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_credit_balance(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CreditBalance:
        """Get the credit balance."""
        return cast("types.CreditBalance", self._call("getCreditBalance", timeout=timeout, max_retries=max_retries))

    def list_credit_entries(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.CreditEntry]:
        """List credit entries."""
        return cast("Pages[types.CreditEntry]", self._pages("listCreditEntries", query={"from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_billing_details(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.BillingDetails:
        """Get the billing details."""
        return cast("types.BillingDetails", self._call("getBillingDetails", timeout=timeout, max_retries=max_retries))

    def set_billing_details(
        self,
        body: types.BillingDetails,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.BillingDetails:
        """Set the billing details."""
        return cast("types.BillingDetails", self._call("setBillingDetails", body=body, timeout=timeout, max_retries=max_retries))

    def redeem_coupon(
        self,
        body: types.RedeemCoupon,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.RedeemedCoupon:
        """Redeem a coupon."""
        return cast("types.RedeemedCoupon", self._call("redeemCoupon", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list_requests(
        self,
        *,
        key_id: Optional[types.KeyId] = None,
        caller_type: Optional[types.CallerType] = None,
        status: Optional[str] = None,
        route: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.LoggedRequest]:
        """List requests."""
        return cast("Pages[types.LoggedRequest]", self._pages("listRequests", query={"keyId": key_id, "callerType": caller_type, "status": status, "route": route, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_request(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.LoggedRequest:
        """Get a request."""
        return cast("types.LoggedRequest", self._call("getRequest", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_webhooks(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Webhook]:
        """List webhook endpoints."""
        return cast("Pages[types.Webhook]", self._pages("listWebhooks", query={"search": search, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def create_webhook(
        self,
        body: types.CreateWebhook,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewWebhook:
        """Create a webhook endpoint."""
        return cast("types.NewWebhook", self._call("createWebhook", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Get a webhook endpoint."""
        return cast("types.Webhook", self._call("getWebhook", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def change_webhook(
        self,
        id: str,
        body: Optional[types.ChangeWebhook] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Change a webhook endpoint."""
        return cast("types.Webhook", self._call("changeWebhook", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def delete_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedWebhook:
        """Delete a webhook endpoint."""
        return cast("types.DeletedWebhook", self._call("deleteWebhook", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def verify_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.VerificationStarted:
        """Send the challenge again."""
        return cast("types.VerificationStarted", self._call("verifyWebhook", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def rotate_webhook_secret(
        self,
        id: str,
        body: Optional[types.RotateWebhook] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewWebhook:
        """Rotate the secret of a webhook endpoint."""
        return cast("types.NewWebhook", self._call("rotateWebhookSecret", path={"id": id}, body={} if body is None else body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookTest:
        """Send a test event."""
        return cast("types.WebhookTest", self._call("testWebhook", path={"id": id}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def replay_webhook(
        self,
        id: str,
        body: types.ReplayWebhook,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ReplayStarted:
        """Replay past events."""
        return cast("types.ReplayStarted", self._call("replayWebhook", path={"id": id}, body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_webhook_replay(
        self,
        id: str,
        replay_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Replay:
        """Get a replay."""
        return cast("types.Replay", self._call("getWebhookReplay", path={"id": id, "replayId": replay_id}, timeout=timeout, max_retries=max_retries))

    def list_deliveries(
        self,
        *,
        status: Optional[types.DeliveryStatus] = None,
        webhook_id: Optional[types.WebhookId] = None,
        event_id: Optional[types.EventId] = None,
        type: Optional[types.EventType] = None,
        subject: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Delivery]:
        """List deliveries."""
        return cast("Pages[types.Delivery]", self._pages("listDeliveries", query={"status": status, "webhookId": webhook_id, "eventId": event_id, "type": type, "subject": subject, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def get_delivery(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeliveryDetail:
        """Get a delivery."""
        return cast("types.DeliveryDetail", self._call("getDelivery", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def retry_delivery(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Delivery:
        """Retry a delivery."""
        return cast("types.Delivery", self._call("retryDelivery", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_events(
        self,
        *,
        type: Optional[types.EventType] = None,
        subject: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Event]:
        """List events."""
        return cast("Pages[types.Event]", self._pages("listEvents", query={"type": type, "subject": subject, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def trigger_event(
        self,
        body: types.TriggerEvent,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Event:
        """Trigger an example event."""
        return cast("types.Event", self._call("triggerEvent", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def get_event(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Event:
        """Get an event."""
        return cast("types.Event", self._call("getEvent", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_event_types(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.EventTypeEntryList:
        """List event types."""
        return cast("types.EventTypeEntryList", self._call("listEventTypes", timeout=timeout, max_retries=max_retries))

    def get_retry_schedule(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.RetrySchedule:
        """Get the retry schedule."""
        return cast("types.RetrySchedule", self._call("getRetrySchedule", timeout=timeout, max_retries=max_retries))

    def get_test_clock(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Get the test clock."""
        return cast("types.TestClock", self._call("getTestClock", timeout=timeout, max_retries=max_retries))

    def advance_test_clock(
        self,
        body: types.AdvanceTestClock,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Advance the test clock."""
        return cast("types.TestClock", self._call("advanceTestClock", body=body, timeout=timeout, max_retries=max_retries))

    def reset_test_clock(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Reset the test clock."""
        return cast("types.TestClock", self._call("resetTestClock", timeout=timeout, max_retries=max_retries))

    def list_places(
        self,
        *,
        q: str,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PlacesResponse:
        """Find airports and cities."""
        return cast("types.PlacesResponse", self._call("listPlaces", query={"q": q, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_programs(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.ProgramDetail]:
        """List loyalty programs."""
        return cast("Pages[types.ProgramDetail]", self._pages("listPrograms", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_airlines(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.AirlineDetail]:
        """List airlines."""
        return cast("Pages[types.AirlineDetail]", self._pages("listAirlines", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_aircraft(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.AircraftDetail]:
        """List aircraft types."""
        return cast("Pages[types.AircraftDetail]", self._pages("listAircraft", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_currencies(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.CurrencyDetail]:
        """List currencies."""
        return cast("Pages[types.CurrencyDetail]", self._pages("listCurrencies", query={"limit": limit}, timeout=timeout, max_retries=max_retries))


class AsyncOperations:
    """The operations of the API as coroutines."""

    async def _call(
        self,
        operation: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Any:
        raise NotImplementedError

    def _pages(self, operation: str, **parts: Any) -> Any:
        raise NotImplementedError

    async def get_metrics(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> str:
        """Get Prometheus metrics."""
        return cast("str", await self._call("getMetrics", timeout=timeout, max_retries=max_retries))

    async def get_health(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Health:
        """Check that the process is alive."""
        return cast("types.Health", await self._call("getHealth", timeout=timeout, max_retries=max_retries))

    async def get_readiness(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Readiness:
        """Check that the instance is ready."""
        return cast("types.Readiness", await self._call("getReadiness", timeout=timeout, max_retries=max_retries))

    async def search_flights(
        self,
        body: types.SearchRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AnySearchResponse:
        """Search flights."""
        return cast("types.AnySearchResponse", await self._call("searchFlights", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def search_and_score(
        self,
        body: types.SearchRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.AnyScoredSearchResponse:
        """Search and rank flights."""
        return cast("types.AnyScoredSearchResponse", await self._call("searchAndScore", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_calendar(
        self,
        body: types.CalendarRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CalendarResponse:
        """Find the lowest prices of many days."""
        return cast("types.CalendarResponse", await self._call("getCalendar", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def explore_destinations(
        self,
        body: types.ExploreRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ExploreResponse:
        """Find the lowest prices of many destinations."""
        return cast("types.ExploreResponse", await self._call("exploreDestinations", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_price_level(
        self,
        *,
        origin: str,
        destination: str,
        departure_date: str,
        cabin: Optional[types.Cabin] = None,
        currency: Optional[types.Currency] = None,
        amount: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PriceLevel:
        """Compare a price with usual ones."""
        return cast("types.PriceLevel", await self._call("getPriceLevel", query={"origin": origin, "destination": destination, "departureDate": departure_date, "cabin": cabin, "currency": currency, "amount": amount}, timeout=timeout, max_retries=max_retries))

    async def get_offer(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OfferResponse:
        """Get the current price of an offer."""
        return cast("types.OfferResponse", await self._call("getOffer", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def list_suppliers(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SupplierList:
        """List live suppliers."""
        return cast("types.SupplierList", await self._call("listSuppliers", timeout=timeout, max_retries=max_retries))

    async def check_supplier(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Supplier:
        """Check a supplier's credential."""
        return cast("types.Supplier", await self._call("checkSupplier", path={"name": name}, timeout=timeout, max_retries=max_retries))

    async def change_supplier(
        self,
        name: str,
        body: Optional[types.ChangeSupplier] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Supplier:
        """Connect or change a supplier."""
        return cast("types.Supplier", await self._call("changeSupplier", path={"name": name}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def disconnect_supplier(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Supplier:
        """Disconnect a supplier."""
        return cast("types.Supplier", await self._call("disconnectSupplier", path={"name": name}, timeout=timeout, max_retries=max_retries))

    def list_bookings(
        self,
        *,
        status: Optional[types.BookingStatus] = None,
        reference: Optional[str] = None,
        client_reference: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Booking]:
        """List bookings."""
        return cast("AsyncPages[types.Booking]", self._pages("listBookings", query={"status": status, "reference": reference, "clientReference": client_reference, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_booking(
        self,
        body: types.CreateBooking,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Book an offer."""
        return cast("types.Booking", await self._call("createBooking", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_booking(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Get a booking."""
        return cast("types.Booking", await self._call("getBooking", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def cancel_booking(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Cancel a booking."""
        return cast("types.Booking", await self._call("cancelBooking", path={"id": id}, query={"dryRun": dry_run}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def accept_change(
        self,
        id: str,
        change_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Accept a change by the airline."""
        return cast("types.Booking", await self._call("acceptChange", path={"id": id, "changeId": change_id}, timeout=timeout, max_retries=max_retries))

    async def cancel_changed_booking(
        self,
        id: str,
        change_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Cancel a booking instead of accepting a change."""
        return cast("types.Booking", await self._call("cancelChangedBooking", path={"id": id, "changeId": change_id}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def erase_travelers(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Booking:
        """Erase travelers' data."""
        return cast("types.Booking", await self._call("eraseTravelers", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_operator_bookings(
        self,
        *,
        type: Optional[types.OrderReportType] = None,
        open: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.OperatorBooking]:
        """List bookings that need an operator."""
        return cast("AsyncPages[types.OperatorBooking]", self._pages("listOperatorBookings", query={"type": type, "open": open, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def settle_booking(
        self,
        id: str,
        body: types.SettleBooking,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorBooking:
        """Settle a booking."""
        return cast("types.OperatorBooking", await self._call("settleBooking", path={"id": id}, body=body, timeout=timeout, max_retries=max_retries))

    def list_watches(
        self,
        *,
        status: Optional[types.WatchStatus] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Watch]:
        """List watches."""
        return cast("AsyncPages[types.Watch]", self._pages("listWatches", query={"status": status, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_watch(
        self,
        body: types.CreateWatch,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Watch:
        """Create a watch."""
        return cast("types.Watch", await self._call("createWatch", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_watch(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Watch:
        """Get a watch."""
        return cast("types.Watch", await self._call("getWatch", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def change_watch(
        self,
        id: str,
        body: Optional[types.ChangeWatch] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Watch:
        """Change a watch."""
        return cast("types.Watch", await self._call("changeWatch", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def delete_watch(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedWatch:
        """Delete a watch."""
        return cast("types.DeletedWatch", await self._call("deleteWatch", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_keys(
        self,
        *,
        status: Optional[types.KeyStatus] = None,
        application_id: Optional[types.ApplicationId] = None,
        idle: Optional[bool] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Key]:
        """List keys."""
        return cast("AsyncPages[types.Key]", self._pages("listKeys", query={"status": status, "applicationId": application_id, "idle": idle, "search": search, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_key(
        self,
        body: types.CreateKey,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewKey:
        """Create a key."""
        return cast("types.NewKey", await self._call("createKey", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_own_key(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Key:
        """Get the calling key."""
        return cast("types.Key", await self._call("getOwnKey", timeout=timeout, max_retries=max_retries))

    async def get_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Key:
        """Get a key."""
        return cast("types.Key", await self._call("getKey", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def change_key(
        self,
        id: str,
        body: Optional[types.ChangeKey] = None,
        *,
        force: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Key:
        """Change a key."""
        return cast("types.Key", await self._call("changeKey", path={"id": id}, query={"force": force}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def roll_key(
        self,
        id: str,
        body: Optional[types.RollKey] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewKey:
        """Roll a key."""
        return cast("types.NewKey", await self._call("rollKey", path={"id": id}, body={} if body is None else body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def revoke_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Revocation:
        """Revoke a key."""
        return cast("types.Revocation", await self._call("revokeKey", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def revoke_leaked_key(
        self,
        body: types.LeakedKey,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.LeakedKeyRevocation:
        """Revoke a leaked key."""
        return cast("types.LeakedKeyRevocation", await self._call("revokeLeakedKey", body=body, timeout=timeout, max_retries=max_retries))

    def list_applications(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Application]:
        """List applications."""
        return cast("AsyncPages[types.Application]", self._pages("listApplications", query={"search": search, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_application(
        self,
        body: types.CreateApplication,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Application:
        """Create an application."""
        return cast("types.Application", await self._call("createApplication", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_application(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Application:
        """Get an application."""
        return cast("types.Application", await self._call("getApplication", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def change_application(
        self,
        id: str,
        body: Optional[types.ChangeApplication] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Application:
        """Change an application."""
        return cast("types.Application", await self._call("changeApplication", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def delete_application(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedApplication:
        """Delete an application."""
        return cast("types.DeletedApplication", await self._call("deleteApplication", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def get_account(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Get the account."""
        return cast("types.Account", await self._call("getAccount", timeout=timeout, max_retries=max_retries))

    async def change_account(
        self,
        body: Optional[types.ChangeAccount] = None,
        *,
        force: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Account:
        """Change the account."""
        return cast("types.Account", await self._call("changeAccount", query={"force": force}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    def list_audit_events(
        self,
        *,
        type: Optional[types.AuditEventType] = None,
        subject_id: Optional[str] = None,
        actor_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.AuditEvent]:
        """List audit events."""
        return cast("AsyncPages[types.AuditEvent]", self._pages("listAuditEvents", query={"type": type, "subjectId": subject_id, "actorId": actor_id, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_customer_accounts(
        self,
        *,
        search: Optional[str] = None,
        status: Optional[types.AccountStatus] = None,
        plan: Optional[types.PlanName] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.CustomerAccount]:
        """List accounts."""
        return cast("AsyncPages[types.CustomerAccount]", self._pages("listCustomerAccounts", query={"search": search, "status": status, "plan": plan, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_customer_account(
        self,
        body: types.CreateCustomerAccount,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewCustomerAccount:
        """Create an account."""
        return cast("types.NewCustomerAccount", await self._call("createCustomerAccount", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_customer_account(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Get an account."""
        return cast("types.CustomerAccount", await self._call("getCustomerAccount", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def change_customer_account(
        self,
        id: str,
        body: Optional[types.ChangeCustomerAccount] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Change an account."""
        return cast("types.CustomerAccount", await self._call("changeCustomerAccount", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def suspend_customer_account(
        self,
        id: str,
        body: types.SuspendAccount,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Suspend an account."""
        return cast("types.CustomerAccount", await self._call("suspendCustomerAccount", path={"id": id}, body=body, timeout=timeout, max_retries=max_retries))

    async def resume_customer_account(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Resume an account."""
        return cast("types.CustomerAccount", await self._call("resumeCustomerAccount", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def close_customer_account(
        self,
        id: str,
        body: Optional[types.CloseAccount] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Close an account."""
        return cast("types.CustomerAccount", await self._call("closeCustomerAccount", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def set_customer_account_plan(
        self,
        id: str,
        body: types.SetAccountPlan,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerAccount:
        """Set the plan of an account."""
        return cast("types.CustomerAccount", await self._call("setCustomerAccountPlan", path={"id": id}, body=body, timeout=timeout, max_retries=max_retries))

    def list_operator_plans(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.OperatorPlan]:
        """List plans of the deployment."""
        return cast("AsyncPages[types.OperatorPlan]", self._pages("listOperatorPlans", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_plan(
        self,
        body: types.CreatePlan,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorPlan:
        """Create a plan or a version of one."""
        return cast("types.OperatorPlan", await self._call("createPlan", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_operator_plan(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorPlanDetail:
        """Get a plan of the deployment."""
        return cast("types.OperatorPlanDetail", await self._call("getOperatorPlan", path={"name": name}, timeout=timeout, max_retries=max_retries))

    async def change_plan(
        self,
        name: str,
        body: Optional[types.ChangePlan] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorPlan:
        """Change a plan."""
        return cast("types.OperatorPlan", await self._call("changePlan", path={"name": name}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def preview_plan(
        self,
        body: types.CreatePlan,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PlanPreview:
        """Preview a version of a plan."""
        return cast("types.PlanPreview", await self._call("previewPlan", body=body, timeout=timeout, max_retries=max_retries))

    def list_sign_up_invitations(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.SignUpInvitation]:
        """List sign-up invitations."""
        return cast("AsyncPages[types.SignUpInvitation]", self._pages("listSignUpInvitations", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_sign_up_invitation(
        self,
        body: types.CreateSignUpInvitation,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewSignUpInvitation:
        """Invite a customer."""
        return cast("types.NewSignUpInvitation", await self._call("createSignUpInvitation", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def delete_sign_up_invitation(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedSignUpInvitation:
        """Withdraw a sign-up invitation."""
        return cast("types.DeletedSignUpInvitation", await self._call("deleteSignUpInvitation", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def create_password_reset(
        self,
        body: types.CreatePasswordReset,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PasswordReset:
        """Reset a password."""
        return cast("types.PasswordReset", await self._call("createPasswordReset", body=body, timeout=timeout, max_retries=max_retries))

    def list_operator_audit_events(
        self,
        *,
        account_id: Optional[types.AccountId] = None,
        type: Optional[types.AuditEventType] = None,
        actor_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.OperatorAuditEvent]:
        """List audit events of all accounts."""
        return cast("AsyncPages[types.OperatorAuditEvent]", self._pages("listOperatorAuditEvents", query={"accountId": account_id, "type": type, "actorId": actor_id, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_queues(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Queues:
        """Get the queues of the deployment."""
        return cast("types.Queues", await self._call("getQueues", timeout=timeout, max_retries=max_retries))

    async def list_operator_suppliers(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.OperatorSupplierList:
        """List suppliers of the deployment."""
        return cast("types.OperatorSupplierList", await self._call("listOperatorSuppliers", timeout=timeout, max_retries=max_retries))

    async def get_deployment_health(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeploymentHealth:
        """Get the health of the deployment."""
        return cast("types.DeploymentHealth", await self._call("getDeploymentHealth", timeout=timeout, max_retries=max_retries))

    async def erase_customer_account(
        self,
        id: str,
        body: Optional[types.EraseAccount] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Erasure:
        """Erase an account."""
        return cast("types.Erasure", await self._call("eraseCustomerAccount", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def get_customer_account_erasure(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Erasure:
        """Get the erasure of an account."""
        return cast("types.Erasure", await self._call("getCustomerAccountErasure", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def erase_customer_user(
        self,
        id: str,
        user_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Erasure:
        """Erase a user."""
        return cast("types.Erasure", await self._call("eraseCustomerUser", path={"id": id, "userId": user_id}, timeout=timeout, max_retries=max_retries))

    async def export_customer_account(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Export an account."""
        return cast("bytes", await self._call("exportCustomerAccount", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def get_customer_billing(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CustomerBilling:
        """Get the billing of an account."""
        return cast("types.CustomerBilling", await self._call("getCustomerBilling", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_customer_invoices(
        self,
        id: str,
        *,
        status: Optional[types.InvoiceStatus] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Invoice]:
        """List invoices of an account."""
        return cast("AsyncPages[types.Invoice]", self._pages("listCustomerInvoices", path={"id": id}, query={"status": status, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_customer_invoice_pdf(
        self,
        id: str,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Get an invoice of an account as a PDF."""
        return cast("bytes", await self._call("getCustomerInvoicePdf", path={"id": id, "invoiceId": invoice_id}, timeout=timeout, max_retries=max_retries))

    async def pay_customer_invoice(
        self,
        id: str,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Mark an invoice of an account as paid."""
        return cast("types.Invoice", await self._call("payCustomerInvoice", path={"id": id, "invoiceId": invoice_id}, timeout=timeout, max_retries=max_retries))

    async def void_customer_invoice(
        self,
        id: str,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Void an invoice of an account."""
        return cast("types.Invoice", await self._call("voidCustomerInvoice", path={"id": id, "invoiceId": invoice_id}, timeout=timeout, max_retries=max_retries))

    async def credit_customer_invoice(
        self,
        id: str,
        invoice_id: str,
        body: types.CreateCreditNote,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Credit an invoice of an account."""
        return cast("types.Invoice", await self._call("creditCustomerInvoice", path={"id": id, "invoiceId": invoice_id}, body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list_usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        granularity: Optional[types.UsageGranularity] = None,
        group_by: Optional[types.UsageGroup] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Usage]:
        """List usage."""
        return cast("AsyncPages[types.Usage]", self._pages("listUsage", query={"from": from_, "to": to, "granularity": granularity, "groupBy": group_by, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_current_usage(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CurrentUsage:
        """Get the usage of the current period."""
        return cast("types.CurrentUsage", await self._call("getCurrentUsage", timeout=timeout, max_retries=max_retries))

    async def list_plans(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PlanList:
        """List plans."""
        return cast("types.PlanList", await self._call("listPlans", timeout=timeout, max_retries=max_retries))

    async def get_subscription(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Get the subscription."""
        return cast("types.Subscription", await self._call("getSubscription", timeout=timeout, max_retries=max_retries))

    async def preview_subscription(
        self,
        body: types.PreviewSubscription,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SubscriptionPreview:
        """Preview a plan change."""
        return cast("types.SubscriptionPreview", await self._call("previewSubscription", body=body, timeout=timeout, max_retries=max_retries))

    async def change_subscription(
        self,
        body: types.ChangeSubscription,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.SubscriptionChange:
        """Change the plan."""
        return cast("types.SubscriptionChange", await self._call("changeSubscription", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def cancel_subscription(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Cancel the subscription."""
        return cast("types.Subscription", await self._call("cancelSubscription", idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def resume_subscription(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Subscription:
        """Resume the subscription."""
        return cast("types.Subscription", await self._call("resumeSubscription", idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_spend(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Spend:
        """Get the current spend."""
        return cast("types.Spend", await self._call("getSpend", timeout=timeout, max_retries=max_retries))

    def list_invoices(
        self,
        *,
        status: Optional[types.InvoiceStatus] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Invoice]:
        """List invoices."""
        return cast("AsyncPages[types.Invoice]", self._pages("listInvoices", query={"status": status, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_invoice(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Get an invoice."""
        return cast("types.Invoice", await self._call("getInvoice", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def get_invoice_pdf(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Get an invoice as a PDF."""
        return cast("bytes", await self._call("getInvoicePdf", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def open_payment_page(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PaymentPage:
        """Create a payment page."""
        return cast("types.PaymentPage", await self._call("openPaymentPage", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def mark_invoice_paid(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Invoice:
        """Mark a test invoice as paid."""
        return cast("types.Invoice", await self._call("markInvoicePaid", path={"id": id}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_credit_balance(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.CreditBalance:
        """Get the credit balance."""
        return cast("types.CreditBalance", await self._call("getCreditBalance", timeout=timeout, max_retries=max_retries))

    def list_credit_entries(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.CreditEntry]:
        """List credit entries."""
        return cast("AsyncPages[types.CreditEntry]", self._pages("listCreditEntries", query={"from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_billing_details(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.BillingDetails:
        """Get the billing details."""
        return cast("types.BillingDetails", await self._call("getBillingDetails", timeout=timeout, max_retries=max_retries))

    async def set_billing_details(
        self,
        body: types.BillingDetails,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.BillingDetails:
        """Set the billing details."""
        return cast("types.BillingDetails", await self._call("setBillingDetails", body=body, timeout=timeout, max_retries=max_retries))

    async def redeem_coupon(
        self,
        body: types.RedeemCoupon,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.RedeemedCoupon:
        """Redeem a coupon."""
        return cast("types.RedeemedCoupon", await self._call("redeemCoupon", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    def list_requests(
        self,
        *,
        key_id: Optional[types.KeyId] = None,
        caller_type: Optional[types.CallerType] = None,
        status: Optional[str] = None,
        route: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.LoggedRequest]:
        """List requests."""
        return cast("AsyncPages[types.LoggedRequest]", self._pages("listRequests", query={"keyId": key_id, "callerType": caller_type, "status": status, "route": route, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_request(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.LoggedRequest:
        """Get a request."""
        return cast("types.LoggedRequest", await self._call("getRequest", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_webhooks(
        self,
        *,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Webhook]:
        """List webhook endpoints."""
        return cast("AsyncPages[types.Webhook]", self._pages("listWebhooks", query={"search": search, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def create_webhook(
        self,
        body: types.CreateWebhook,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewWebhook:
        """Create a webhook endpoint."""
        return cast("types.NewWebhook", await self._call("createWebhook", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Get a webhook endpoint."""
        return cast("types.Webhook", await self._call("getWebhook", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def change_webhook(
        self,
        id: str,
        body: Optional[types.ChangeWebhook] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Webhook:
        """Change a webhook endpoint."""
        return cast("types.Webhook", await self._call("changeWebhook", path={"id": id}, body={} if body is None else body, timeout=timeout, max_retries=max_retries))

    async def delete_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeletedWebhook:
        """Delete a webhook endpoint."""
        return cast("types.DeletedWebhook", await self._call("deleteWebhook", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def verify_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.VerificationStarted:
        """Send the challenge again."""
        return cast("types.VerificationStarted", await self._call("verifyWebhook", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def rotate_webhook_secret(
        self,
        id: str,
        body: Optional[types.RotateWebhook] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.NewWebhook:
        """Rotate the secret of a webhook endpoint."""
        return cast("types.NewWebhook", await self._call("rotateWebhookSecret", path={"id": id}, body={} if body is None else body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WebhookTest:
        """Send a test event."""
        return cast("types.WebhookTest", await self._call("testWebhook", path={"id": id}, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def replay_webhook(
        self,
        id: str,
        body: types.ReplayWebhook,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.ReplayStarted:
        """Replay past events."""
        return cast("types.ReplayStarted", await self._call("replayWebhook", path={"id": id}, body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_webhook_replay(
        self,
        id: str,
        replay_id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Replay:
        """Get a replay."""
        return cast("types.Replay", await self._call("getWebhookReplay", path={"id": id, "replayId": replay_id}, timeout=timeout, max_retries=max_retries))

    def list_deliveries(
        self,
        *,
        status: Optional[types.DeliveryStatus] = None,
        webhook_id: Optional[types.WebhookId] = None,
        event_id: Optional[types.EventId] = None,
        type: Optional[types.EventType] = None,
        subject: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Delivery]:
        """List deliveries."""
        return cast("AsyncPages[types.Delivery]", self._pages("listDeliveries", query={"status": status, "webhookId": webhook_id, "eventId": event_id, "type": type, "subject": subject, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def get_delivery(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.DeliveryDetail:
        """Get a delivery."""
        return cast("types.DeliveryDetail", await self._call("getDelivery", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def retry_delivery(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Delivery:
        """Retry a delivery."""
        return cast("types.Delivery", await self._call("retryDelivery", path={"id": id}, timeout=timeout, max_retries=max_retries))

    def list_events(
        self,
        *,
        type: Optional[types.EventType] = None,
        subject: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.Event]:
        """List events."""
        return cast("AsyncPages[types.Event]", self._pages("listEvents", query={"type": type, "subject": subject, "from": from_, "to": to, "limit": limit}, timeout=timeout, max_retries=max_retries))

    async def trigger_event(
        self,
        body: types.TriggerEvent,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Event:
        """Trigger an example event."""
        return cast("types.Event", await self._call("triggerEvent", body=body, idempotency_key=idempotency_key, timeout=timeout, max_retries=max_retries))

    async def get_event(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Event:
        """Get an event."""
        return cast("types.Event", await self._call("getEvent", path={"id": id}, timeout=timeout, max_retries=max_retries))

    async def list_event_types(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.EventTypeEntryList:
        """List event types."""
        return cast("types.EventTypeEntryList", await self._call("listEventTypes", timeout=timeout, max_retries=max_retries))

    async def get_retry_schedule(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.RetrySchedule:
        """Get the retry schedule."""
        return cast("types.RetrySchedule", await self._call("getRetrySchedule", timeout=timeout, max_retries=max_retries))

    async def get_test_clock(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Get the test clock."""
        return cast("types.TestClock", await self._call("getTestClock", timeout=timeout, max_retries=max_retries))

    async def advance_test_clock(
        self,
        body: types.AdvanceTestClock,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Advance the test clock."""
        return cast("types.TestClock", await self._call("advanceTestClock", body=body, timeout=timeout, max_retries=max_retries))

    async def reset_test_clock(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.TestClock:
        """Reset the test clock."""
        return cast("types.TestClock", await self._call("resetTestClock", timeout=timeout, max_retries=max_retries))

    async def list_places(
        self,
        *,
        q: str,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.PlacesResponse:
        """Find airports and cities."""
        return cast("types.PlacesResponse", await self._call("listPlaces", query={"q": q, "limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_programs(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.ProgramDetail]:
        """List loyalty programs."""
        return cast("AsyncPages[types.ProgramDetail]", self._pages("listPrograms", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_airlines(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.AirlineDetail]:
        """List airlines."""
        return cast("AsyncPages[types.AirlineDetail]", self._pages("listAirlines", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_aircraft(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.AircraftDetail]:
        """List aircraft types."""
        return cast("AsyncPages[types.AircraftDetail]", self._pages("listAircraft", query={"limit": limit}, timeout=timeout, max_retries=max_retries))

    def list_currencies(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncPages[types.CurrencyDetail]:
        """List currencies."""
        return cast("AsyncPages[types.CurrencyDetail]", self._pages("listCurrencies", query={"limit": limit}, timeout=timeout, max_retries=max_retries))
