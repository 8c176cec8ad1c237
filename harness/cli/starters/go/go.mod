module my-reducer-driver

go 1.21
