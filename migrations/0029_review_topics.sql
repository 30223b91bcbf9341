-- Staff rename topics of reviews; adding, deleting and assigning them was granted with the tables.
grant update (label) on review_tags to shop_staff;
