-- Staff correct who carries a parcel and its number, and remove a parcel that was entered by mistake.

grant update (carrier, tracking_number, tracking_url), delete on order_shipments to shop_staff;
